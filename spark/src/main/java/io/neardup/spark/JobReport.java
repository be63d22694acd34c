package io.neardup.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.neardup.spark.pair.BlockPlan;
import io.neardup.spark.pair.PairJoin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    report.put("splitGroups", sizes.hot().split().size());
    report.put("chunkedGroups", sizes.hot().chunks().size());
  }

  /// Adds the number of pairs of documents by distance.
  static void addHistogram(Map<String, Object> report, long[] histogram) {
    List<Map<String, Object>> distances = new ArrayList<>();
    for (int distance = 0; distance < histogram.length; distance++) {
      Map<String, Object> bar = new LinkedHashMap<>();
      bar.put("distance", distance);
      bar.put("pairs", histogram[distance]);
      distances.add(bar);
    }
    report.put("distances", distances);
  }

  /// Adds what the stages took.
  static void addStages(Map<String, Object> report, StageMetrics metrics) {
    List<Map<String, Object>> stages = new ArrayList<>();
    metrics
        .sums()
        .forEach((name, sums) -> {
          Map<String, Object> stage = new LinkedHashMap<>();
          stage.put("stage", name);
          stage.put("tasks", sums.tasks());
          stage.put("taskSeconds", sums.taskMillis() / 1000.0);
          stage.put("shuffleBytes", sums.shuffleBytes());
          stages.add(stage);
        });
    report.put("stages", stages);
  }

  /// One sentence for the standard error output.
  static String summary(Map<String, Object> report) {
    StringBuilder summary = new StringBuilder();
    summary.append("%,d records".formatted(report.get("records")));
    if (report.containsKey("groups")) {
      summary.append(
          " in %,d groups of near-duplicates: %,d kept, %,d dropped"
              .formatted(report.get("groups"), report.get("kept"), report.get("dropped")));
    }
    summary.append(", %,d rejected".formatted(report.get("rejected")));
    if (report.containsKey("exact")) {
      summary.append(
          Boolean.TRUE.equals(report.get("exact"))
              ? "; every pair is found"
              : "; at least %.1f %% of the pairs at the maximum distance are found"
                  .formatted(100 * (Double) report.get("recallAtDistance")));
    }
    return summary.toString();
  }
}
