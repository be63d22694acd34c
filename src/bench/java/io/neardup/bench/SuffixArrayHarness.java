package io.neardup.bench;

import io.neardup.Json;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Every pair of texts with an equal run of 17 words, by sorting the suffixes of all texts (Manber,
/// Myers 1993) as tools for training corpora do, beside the pairs of `neardup passages`.
///
/// ```
/// java -jar neardup.jar passages docs.jsonl --output pairs.jsonl
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.SuffixArrayHarness \
///     -Dbench="docs.jsonl pairs.jsonl 100" -Dbench.jvm="-Xmx4g"
/// ```
///
/// Suffixes are sorted by their first 16 words, by doubling with counting sorts, and joined with
/// the word after. A third argument is the number of texts with one run of which all are paired, as
/// `--max-list` of the command; of more, each is paired with the first. Prints the time, the bytes
/// per word, and the pairs that only one of both finds. Runs with characters of scripts without
/// spaces are left out.
public final class SuffixArrayHarness {

  private static final int DOUBLINGS = 4; // runs of 16 words

  private final int maxList;
  private final List<String> ids = new ArrayList<>();
  private final int[] document; // of each word
  private int[] rank; // of the run from each word; 0 at the end of a text

  private SuffixArrayHarness(List<JsonNode> records, int maxList) {
    this.maxList = maxList;
    List<TextTokens> texts = new ArrayList<>();
    for (JsonNode each : records) {
      ids.add(each.get("id").asString());
      texts.add(Profiles.SIMHASH_256_V1.tokens(each.get("text").asString(), false));
    }
    int size = texts.stream().mapToInt(text -> text.size() + 1).sum();
    document = new int[size];
    rank = new int[size];
    Map<Long, Integer> numbers = new HashMap<>();
    int at = 0;
    for (int i = 0; i < texts.size(); i++) {
      for (int word = 0; word < texts.get(i).size(); word++) {
        document[at] = i;
        rank[at++] =
            texts.get(i).isSpaceless(word)
                ? 0 // other lengths are found of these
                : numbers.computeIfAbsent(texts.get(i).hash(word), any -> numbers.size() + 1);
      }
      document[at++] = i;
    }
  }

  /// @param arguments the file of texts, the pairs of `neardup passages`, its `--max-list`
  public static void main(String[] arguments) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(arguments[0]));
        Stream<String> pairs = Files.lines(Path.of(arguments[1]))) {
      SuffixArrayHarness harness =
          new SuffixArrayHarness(lines.map(Json::read).toList(), Integer.parseInt(arguments[2]));
      harness.compare(pairs.map(Json::read).toList());
    }
  }

  private void compare(List<JsonNode> found) {
    long begun = System.nanoTime();
    int[] words = rank;
    for (int i = 0; i < DOUBLINGS; i++) {
      rank = doubled(rank, 1 << i, rank);
    }
    rank = doubled(rank, 1 << DOUBLINGS, words);
    long[] exact = pairs();
    double seconds = (System.nanoTime() - begun) / 1e9;
    Map<String, Integer> numbers = new HashMap<>();
    ids.forEach(id -> numbers.put(id, numbers.size()));
    long[] all =
        found.stream()
            .mapToLong(pair ->
                (long) numbers.get(pair.get("a").asString()) << Integer.SIZE
                    | numbers.get(pair.get("b").asString()))
            .sorted()
            .toArray();
    long missed = Arrays.stream(exact).filter(pair -> Arrays.binarySearch(all, pair) < 0).count();
    long edited = Arrays.stream(all).filter(pair -> Arrays.binarySearch(exact, pair) < 0).count();
    System.out.printf(
        "%,d texts, %,d words; suffix array: %,d pairs with an equal run of %d words, %.1f s, %d bytes"
            + " per word; neardup: %,d pairs, %,d of those missed, %,d more with edited words%n",
        ids.size(),
        document.length - ids.size(),
        exact.length,
        Winnowing.STANDARD.guaranteedWords(),
        seconds,
        5 * Integer.BYTES, // document, rank, order, counts, next rank
        all.length,
        missed,
        edited);
  }

  /// The ranks of runs of `length` words and what follows them.
  private int[] doubled(int[] first, int length, int[] rest) {
    int size = first.length;
    int[] byRest = sorted(rest, length, null);
    int[] order = sorted(first, 0, byRest);
    int[] next = new int[size];
    int number = 0;
    for (int i = 0; i < size; i++) {
      int at = order[i];
      if (first[at] == 0 || restAt(rest, at + length) == 0) {
        continue; // the text ends in the run
      }
      int before = i == 0 ? -1 : order[i - 1];
      if (before < 0
          || first[before] != first[at]
          || restAt(rest, before + length) != rest[at + length]) {
        number++;
      }
      next[at] = number;
    }
    return next;
  }

  private static int restAt(int[] rest, int at) {
    return at < rest.length ? rest[at] : 0;
  }

  /// The positions sorted by the key at `offset` after them, stable.
  private static int[] sorted(int[] keys, int offset, int @Nullable [] order) {
    int most = Arrays.stream(keys).max().orElse(0);
    int[] counts = new int[most + 2];
    for (int i = 0; i < keys.length; i++) {
      counts[restAt(keys, i + offset) + 1]++;
    }
    for (int i = 1; i < counts.length; i++) {
      counts[i] += counts[i - 1];
    }
    int[] sorted = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int at = order == null ? i : order[i];
      sorted[counts[restAt(keys, at + offset)]++] = at;
    }
    return sorted;
  }

  /// The pairs of texts with a run in common: the earlier text in the upper half, sorted.
  private long[] pairs() {
    int[] order = sorted(rank, 0, null);
    long[] pairs = new long[1024];
    int count = 0;
    for (int from = 0; from < order.length; ) {
      int to = from;
      while (to < order.length && rank[order[to]] == rank[order[from]]) {
        to++;
      }
      if (rank[order[from]] != 0) {
        int[] texts =
            Arrays.stream(order, from, to).map(at -> document[at]).sorted().distinct().toArray();
        for (int b = 1; b < texts.length; b++) {
          for (int a = 0; a < (texts.length > maxList ? 1 : b); a++) {
            if (count == pairs.length) {
              pairs = distinct(pairs, count);
              count = pairs.length;
              pairs = Arrays.copyOf(pairs, count * 2 + 1024);
            }
            pairs[count++] = (long) texts[a] << Integer.SIZE | texts[b];
          }
        }
      }
      from = to;
    }
    return distinct(pairs, count);
  }

  private static long[] distinct(long[] pairs, int count) {
    return Arrays.stream(pairs, 0, count).sorted().distinct().toArray();
  }
}
