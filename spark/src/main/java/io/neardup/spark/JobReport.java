package io.neardup.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.options.GroupOptions;
import io.neardup.options.PassageListOptions;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.passage.PassagePairs;
import io.neardup.spark.pair.BlockPlan;
import io.neardup.spark.pair.PairJoin;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The report of a job, in JSON.
final class JobReport {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JobReport() {}

  static String json(Map<String, Object> facts) {
    try {
      return JSON.writeValueAsString(facts) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Adds how pairs were found.
  static void addPlan(Map<String, Object> report, BlockPlan plan, PairJoin.Sizes sizes) {
    report.put("exact", plan.isExact());
    report.put("recallAtDistance", plan.recall());
    report.put("blocks", plan.blocks());
    report.put("copies", sizes.copies());
    report.put("largestGroup", sizes.largest());
    report.put("chunkedGroups", sizes.chunks().size());
  }

  /// Adds how candidates were found whose features are compared.
  ///
  /// @param plan the bands, null if all texts were compared by their fingerprints
  static void addPlan(Map<String, Object> report, @Nullable BandPlan plan, double minSimilarity) {
    report.put("exact", plan == null);
    report.put("plan", plan == null ? "bits" : "bands " + plan);
    report.put("recallAtLimit", plan == null ? 1.0 : plan.recallAt(minSimilarity));
  }

  /// One sentence for the standard error output.
  static String summary(Map<String, Object> report) {
    StringBuilder summary = new StringBuilder(number(report, "records", "%s records"));
    if (report.containsKey("groups")) {
      summary.append(number(report, "groups", " in %s groups of near-duplicates"));
      String mood = Boolean.TRUE.equals(report.get("keepsAll")) ? "would be " : "";
      summary.append(number(report, "kept", ": %s " + mood + "kept"));
      summary.append(number(report, "dropped", ", %s " + mood + "dropped"));
      summary.append(
          number(report, "droppedForReference", ", %s of them for records of the reference"));
      if (report.get("beyond") instanceof Long beyond && beyond > 0) {
        summary.append(" (").append(GroupOptions.warning(beyond)).append(')');
      }
    }
    summary.append(number(report, "rejected", ", %s rejected"));
    if (report.get("variants") instanceof Long variants && variants > 0) {
      summary.append(number(report, "variants", "; %s are variants, which --variants keep keeps"));
    }
    summary.append(number(report, "nearAndKept", "; %s records are near another one and kept"));
    if (report.get("containedShare") instanceof Double share) {
      summary.append(number(report, "contained", "; %s of the dropped records have " + share));
      summary.append(" of their words in another one");
      summary.append(cut(report, "containedCutRuns", PassagePairs.MAX_LIST, ""));
    }
    summary.append(
        number(report, "strippedPassages", "; %s passages repeat earlier ones and were removed"));
    summary.append(number(report, "emptied", ", %s records have nothing else"));
    summary.append(number(report, "boilerplate", "; %s passages of many records"));
    summary.append(number(report, "candidates", "; %s candidates compared"));
    summary.append(number(report, "pairs", ", %s pairs share passages"));
    boolean isListed = "passages".equals(report.get("command"));
    if (report.get("maxList") instanceof Integer maxList) {
      summary.append(cut(report, "cutRuns", maxList, isListed ? PassageListOptions.REMEDY : ""));
    }
    if (report.get("verification") instanceof Map<?, ?> verified
        && verified.get("compared") instanceof Long compared
        && compared > 0) {
      summary
          .append(number(verified, "compared", "; %s candidates compared by their features"))
          .append(number(verified, "refused", ", %s refused"));
    }
    String atDistance = "at least %.1f %% of the pairs at the maximum distance are found";
    String atLimit = report.get("plan") + ": %.1f %% of the pairs at the limit are found";
    return summary
        .append(recall(report, "recallAtDistance", atDistance))
        .append(recall(report, "recallAtLimit", atLimit))
        .toString();
  }

  private static String recall(Map<String, Object> report, String name, String text) {
    if (!(report.get(name) instanceof Double recall)) {
      return "";
    }
    return Boolean.TRUE.equals(report.get("exact"))
        ? "; every pair is found"
        : String.format(Locale.ROOT, "; " + text, 100 * recall);
  }

  private static String cut(Map<String, Object> report, String name, int most, String remedy) {
    return report.get(name) instanceof Long cut && cut > 0
        ? " (warning: " + PassageListOptions.cut(cut, most) + remedy + ")"
        : "";
  }

  private static String number(Map<?, ?> report, String name, String text) {
    return report.get(name) instanceof Number number
        ? text.replace("%s", String.format(Locale.ROOT, "%,d", number.longValue()))
        : "";
  }
}
