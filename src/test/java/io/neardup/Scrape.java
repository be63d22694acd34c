package io.neardup;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The answer of `GET /actuator/prometheus`: one sample per line.
public record Scrape(List<Sample> samples) {

  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");

  /// A measured value.
  ///
  /// @param labels the text between the braces
  public record Sample(String name, String labels, double value) {}

  /// Reads an answer.
  ///
  /// @throws IllegalArgumentException if a line is no sample
  public static Scrape of(String text) {
    List<Sample> samples = new ArrayList<>();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> {
          Matcher sample = LINE.matcher(line);
          if (!sample.matches()) {
            throw new IllegalArgumentException("no sample: " + line);
          }
          String labels = sample.group(2) == null ? "" : sample.group(2);
          samples.add(new Sample(sample.group(1), labels, number(sample.group(3))));
        });
    return new Scrape(samples);
  }

  /// The number of requests in progress, without that for the metrics.
  public static double requestsInProgress(RunningService service) {
    return of(service.get("/actuator/prometheus").body())
            .sum("http_server_requests_active_seconds_gcount")
        - 1;
  }

  private static double number(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  /// The names of all samples.
  public Set<String> names() {
    return samples.stream().map(Sample::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /// The values of a label of the samples of a name.
  public Set<String> values(String name, String label) {
    Pattern pattern = Pattern.compile("(?:^|,)" + label + "=\"([^\"]*)\"");
    return samples.stream()
        .filter(sample -> sample.name.equals(name))
        .flatMap(sample -> pattern.matcher(sample.labels).results())
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// The sum of the samples of a name that have all these labels, such as `plan="scan"`.
  public double sum(String name, String... labels) {
    return samples.stream()
        .filter(sample -> sample.name.equals(name))
        .filter(sample -> List.of(labels).stream().allMatch(sample.labels::contains))
        .mapToDouble(Sample::value)
        .sum();
  }
}
