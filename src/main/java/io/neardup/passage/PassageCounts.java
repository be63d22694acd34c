package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Counts the records that contain each of some passages completely: all of its words, in sequence.
/* Runs of tokens are compared by hash, each computed in O(1) from prefix hashes (Karp, Rabin 1987): first a run as
long as an anchor, which few passages begin with, then the whole passage. */
final class PassageCounts {

  private final Map<Long, List<Counted>> byStart = new HashMap<>();
  private final Map<Words, Counted> all = new HashMap<>();
  private final PrefixHashes hashes = new PrefixHashes();
  private int read;

  /// The words of a passage.
  ///
  /// @param start the hash of its first words
  /// @param whole the hash of all words
  record Words(long start, long whole, int count) {}

  private static final class Counted {

    private final Words words;
    private int records;
    private int last; // last record counted

    Counted(Words words) {
      this.words = words;
    }
  }

  /// The words of a passage with at least [Winnowing#run] tokens.
  ///
  /// @param from its first token in a text
  /// @param to exclusive
  Words words(TextTokens text, int from, int to) {
    long[] prefixes = hashes.of(text, from, to);
    return new Words(
        hashes.hash(prefixes, 0, run()), hashes.hash(prefixes, 0, to - from), to - from);
  }

  /// Adds a passage.
  void add(Words words) {
    if (!all.containsKey(words)) {
      Counted passage = new Counted(words);
      all.put(words, passage);
      byStart.computeIfAbsent(words.start, each -> new ArrayList<>(1)).add(passage);
    }
  }

  /// Counts a record. O(tokens), plus the passages that begin with the same words at each token.
  void count(TextTokens text) {
    read++;
    long[] prefixes = hashes.of(text, 0, text.size());
    for (int from = 0; from + run() <= text.size(); from++) {
      for (Counted each : byStart.getOrDefault(hashes.hash(prefixes, from, run()), List.of())) {
        if (each.last != read
            && from + each.words.count <= text.size()
            && hashes.hash(prefixes, from, each.words.count) == each.words.whole) {
          each.last = read;
          each.records++;
        }
      }
    }
  }

  /// The number of records that have an added passage.
  int records(Words words) {
    return Objects.requireNonNull(all.get(words)).records;
  }

  private static int run() {
    return Winnowing.STANDARD.run();
  }
}
