package io.neardup.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Requests that follow each other, as `operations.txt` has them.
///
/// @param title of the series
/// @param rows the requests
record OperationSeries(String title, List<Row> rows) {

  private static final Pattern HEADER = Pattern.compile("([A-Z][A-Za-z-]+): (.*)");
  private static final Set<String> DIRECTIVES = Set.of("until ended", "until running", "refused");
  private static final Pattern KEPT = Pattern.compile("> (\\S+) (\\S+)");

  /// A request.
  ///
  /// @param kept pointer into the answer, or name of its header, by the name of what is kept
  /// @param untilEnded whether it is sent again until the job has ended
  /// @param untilRunning whether it is sent again until the job shows its progress
  /// @param refused whether a cluster answers 501
  record Row(
      String method,
      String target,
      Map<String, String> headers,
      List<String> body,
      Map<String, String> kept,
      boolean untilEnded,
      boolean untilRunning,
      boolean refused) {

    /// The collection on which it works: a, if it names none.
    char collection() {
      int at = target.indexOf('@');
      char letter = at < 0 ? 'a' : target.charAt(at + 1);
      return letter == 'b' || letter == 'c' ? letter : 'a';
    }

    /// The same to another target.
    Row to(String other) {
      return new Row(method, other, headers, body, kept, untilEnded, untilRunning, refused);
    }

    @Override
    public String toString() {
      return method + " " + target + " " + String.join("\n", body);
    }
  }

  /// Reads all.
  static List<OperationSeries> all() {
    return read(text());
  }

  /// Reads series, as the file describes them.
  static List<OperationSeries> read(String text) {
    List<OperationSeries> all = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : (text + "\n= ").lines().toList()) {
      boolean belongs = line.startsWith("  ") || line.isEmpty();
      if (!belongs && !lines.isEmpty()) {
        all.getLast().rows.add(row(lines));
        lines.clear();
      }
      if (line.startsWith("= ")) {
        all.add(new OperationSeries(line.substring(2), new ArrayList<>()));
      } else if (!line.startsWith("#") && (!line.isEmpty() || !lines.isEmpty())) {
        lines.add(line);
      }
    }
    all.removeLast();
    return all;
  }

  private static Row row(List<String> lines) {
    String[] request = lines.getFirst().split(" ", 2);
    Row row =
        new Row(
            request[0],
            request[1],
            new LinkedHashMap<>(),
            new ArrayList<>(),
            new LinkedHashMap<>(),
            lines.contains("  until ended"),
            lines.contains("  until running"),
            lines.contains("  refused"));
    for (String line : lines.subList(1, lines.size())) {
      String content = line.isEmpty() ? line : line.substring(2);
      Matcher header = HEADER.matcher(content);
      Matcher kept = KEPT.matcher(content);
      if (row.body.isEmpty() && header.matches()) {
        row.headers.put(header.group(1), header.group(2));
      } else if (kept.matches()) {
        row.kept.put(kept.group(1), kept.group(2));
      } else if (!DIRECTIVES.contains(content)) {
        row.body.add(content);
      }
    }
    while (!row.body.isEmpty() && row.body.getLast().isEmpty()) {
      row.body.removeLast();
    }
    return row;
  }

  private static String text() {
    try (InputStream in = OperationSeries.class.getResourceAsStream("operations.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return title;
  }
}
