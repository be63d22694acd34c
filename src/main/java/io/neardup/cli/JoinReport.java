package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// An overview of near-duplicates as JSON or as an HTML page: counts, pairs by distance, and the
/// largest groups. Holds no times, so that the same input gives the same bytes.
record JoinReport(
    Profile profile,
    int maxDistance,
    InputFiles files,
    Corpus corpus,
    CorpusJoin join,
    List<NearSet> groups) {

  private static final int GROUPS = 50;
  private static final int MEMBERS = 10;
  private static final int BAR_PIXELS = 400;

  /// The name of a report.
  ///
  /// @throws FileFailure if the extension is neither `.html` nor `.json`
  static String named(String name) {
    if (!name.endsWith(".html") && !name.endsWith(".json")) {
      throw new FileFailure(name + ": a report is .html or .json");
    }
    return name;
  }

  /// Writes it.
  void write(OutputFile file) {
    boolean html = file.name().endsWith(".html");
    try (OutputStream out = file.open()) {
      out.write((html ? html() : json()).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw FileFailure.of(file.name(), e);
    }
  }

  private Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("files", files.files().stream().map(InputFile::name).toList());
    facts.put("profile", profile.name());
    facts.put("maxDistance", maxDistance);
    facts.put("recall", join.plan().recall());
    facts.put("records", corpus.size());
    facts.put("skipped", corpus.skipped());
    facts.put("withoutFeatures", corpus.withoutFeatures());
    facts.put("fingerprints", join.fingerprints());
    facts.put("groups", groups.size());
    facts.put("nearDuplicates", groups.stream().mapToLong(group -> group.size() - 1L).sum());
    facts.put("beyond", NearSet.beyond(groups, maxDistance));
    return facts;
  }

  private String json() {
    Map<String, Object> report = facts();
    List<Map<String, Object>> distances = new ArrayList<>();
    long[] histogram = join.histogram();
    for (int distance = 0; distance < histogram.length; distance++) {
      Map<String, Object> bar = new LinkedHashMap<>();
      bar.put("distance", distance);
      bar.put("pairs", histogram[distance]);
      distances.add(bar);
    }
    report.put("distances", distances);
    report.put("largestGroups", groups.stream().limit(GROUPS).map(this::group).toList());
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(report)
        + "\n";
  }

  private Map<String, Object> group(NearSet group) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("size", group.size());
    facts.put("kept", corpus.id(group.survivor()));
    facts.put("diameter", group.diameter().distance());
    facts.put("members", members(group));
    return facts;
  }

  /// The first members.
  private List<String> members(NearSet group) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < Math.min(MEMBERS, group.size()); i++) {
      ids.add(corpus.id(group.member(i)));
    }
    return ids;
  }

  private String html() {
    StringBuilder page = new StringBuilder(HtmlPage.begin("Near-duplicates"));
    page.append("<table>\n");
    facts()
        .forEach((name, value) ->
            page.append(
                String.format(
                    Locale.ROOT,
                    "<tr><th>%s</th><td>%s</td></tr>\n",
                    HtmlPage.escaped(name),
                    HtmlPage.escaped(String.valueOf(value)))));
    page.append("</table>\n<h2>Pairs by distance</h2>\n<table>\n");
    long[] histogram = join.histogram();
    long most = Math.max(1, Arrays.stream(histogram).max().orElse(1));
    for (int distance = 0; distance < histogram.length; distance++) {
      page.append(
          String.format(
              Locale.ROOT,
              "<tr><td class=\"n\">%d</td><td class=\"n\">%d</td><td><div style=\"width:"
                  + " %dpx\"></div></td></tr>\n",
              distance,
              histogram[distance],
              histogram[distance] * BAR_PIXELS / most));
    }
    page.append("</table>\n<h2>Largest groups</h2>\n<table>\n");
    page.append("<tr><th>records</th><th>diameter</th><th>kept</th><th>members</th></tr>\n");
    groups.stream()
        .limit(GROUPS)
        .forEach(group ->
            page.append(
                String.format(
                    Locale.ROOT,
                    "<tr><td class=\"n\">%d</td><td"
                        + " class=\"n\">%d</td><td>%s</td><td>%s%s</td></tr>\n",
                    group.size(),
                    group.diameter().distance(),
                    HtmlPage.escaped(corpus.id(group.survivor())),
                    HtmlPage.escaped(String.join(", ", members(group))),
                    group.size() > MEMBERS ? ", …" : "")));
    return page.append("</table>\n" + HtmlPage.END).toString();
  }
}
