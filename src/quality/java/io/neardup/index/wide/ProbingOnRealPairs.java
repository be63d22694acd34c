package io.neardup.index.wide;

import io.neardup.index.Match;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The share of real near-duplicates within distance 63 in the default profile that each radius
/// finds, and the share of documents that it compares.
///
/// ```
/// mvn -Pquality test-compile exec:exec -Dquality.main=io.neardup.index.wide.ProbingOnRealPairs \
///     -Dquality.data=folder
/// ```
///
/// The folder has `docs.jsonl` (one JSON object per line, with `id`, `kind` and `text`) and
/// `pairs.tsv` (a header line; then id, id, label).
public final class ProbingOnRealPairs {

  private static final Profile PROFILE = Profiles.SIMHASH_256_V1;
  private static final int DISTANCE = 63;
  private static final int THRESHOLD = 22;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final WideIndex index =
      new WideIndex(PROFILE.bits(), WideTableCount.ALL, Integer::toString);
  private final Map<Integer, Fingerprint> fingerprints = new HashMap<>();
  private final Map<Integer, String> kinds = new HashMap<>();

  /// Two documents that are labelled as near-duplicates.
  private record Pair(int a, int b) {}

  public static void main(String[] arguments) throws IOException {
    ProbingOnRealPairs pairs = new ProbingOnRealPairs();
    Path folder = Path.of(System.getProperty("quality.data"));
    pairs.readDocuments(folder.resolve("docs.jsonl"));
    List<Pair> near = pairs.readPairs(folder.resolve("pairs.tsv"));
    int documents = pairs.fingerprints.size();
    System.out.printf("%d documents, %d pairs within %d bits%n", documents, near.size(), DISTANCE);
    SketchWindows windows = new SketchWindows(WideTableCount.ALL.blocks(PROFILE.bits()));
    for (int radius = 0; radius <= 2; radius++) {
      Probing probing = new Probing(windows.blocks(), windows.blocks().keys() * (radius + 1));
      pairs.report(new WideProbing(probing, windows, THRESHOLD), near);
    }
  }

  private void report(WideProbing probing, List<Pair> pairs) {
    Map<String, int[]> foundOf = new TreeMap<>();
    long candidates = 0;
    Map<Integer, List<Pair>> byQuery = pairs.stream().collect(Collectors.groupingBy(Pair::a));
    for (Map.Entry<Integer, List<Pair>> asked : byQuery.entrySet()) {
      Fingerprint query = fingerprints.get(asked.getKey());
      SearchResult result = index.lookup(query, DISTANCE, Integer.MAX_VALUE, probing);
      candidates += result.candidates();
      var found = result.matches().stream().map(Match::document).collect(Collectors.toSet());
      for (Pair pair : asked.getValue()) {
        int[] count = foundOf.computeIfAbsent(kinds.get(pair.a()), kind -> new int[2]);
        count[0] += found.contains(pair.b()) ? 1 : 0;
        count[1]++;
      }
    }
    int found = foundOf.values().stream().mapToInt(count -> count[0]).sum();
    System.out.printf(
        "radius %d: found %.2f %%, compared %.2f %% of the documents; computed for random flips at"
            + " %d: %.2f %%%n",
        probing.keys().radius(0),
        100.0 * found / pairs.size(),
        100.0 * candidates / byQuery.size() / fingerprints.size(),
        DISTANCE,
        100 * new WidePlanner(probing.keys().blocks(), true).recall(probing, DISTANCE));
    foundOf.forEach((kind, count) ->
        System.out.printf("  %-24s %6.2f %% of %d%n", kind, 100.0 * count[0] / count[1], count[1]));
  }

  private void readDocuments(Path file) throws IOException {
    JsonMapper json = new JsonMapper();
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(line -> {
        JsonNode document = json.readTree(line);
        int number = numbers.size();
        numbers.put(document.required("id").asString(), number);
        kinds.put(number, document.required("kind").asString());
        Content text = new Content.Text(document.required("text").asString());
        Fingerprint fingerprint = PROFILE.sketch(text).fingerprint();
        fingerprints.put(number, fingerprint);
        index.add(number, fingerprint);
      });
    }
  }

  private List<Pair> readPairs(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .skip(1)
          .map(line -> line.split("\t", 4))
          .filter(columns -> columns[2].equals("1"))
          .map(columns -> new Pair(numbers.get(columns[0]), numbers.get(columns[1])))
          .flatMap(pair ->
              IntStream.of(0, 1).mapToObj(turn -> turn == 0 ? pair : new Pair(pair.b(), pair.a())))
          .filter(
              pair -> fingerprints.get(pair.a()).distance(fingerprints.get(pair.b())) <= DISTANCE)
          .toList();
    }
  }
}
