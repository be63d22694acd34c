package io.neardup.passage;

import io.neardup.profile.TextTokens;
import io.neardup.simhash.Modulo61;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// How many records have the whole of each of some passages: all of its words, one after the other.
/* Runs of tokens are compared by their hashes, each computed in O(1) from those of prefixes (Karp, Rabin
1987): first a run of as many words as an anchor has, which is that of few passages, then the whole. */
final class PassageCounts {

  private final Map<Long, List<Counted>> byStart = new HashMap<>();
  private final Map<Words, Counted> all = new HashMap<>();
  private long[] powers = {1};
  private int read;

  /// The words of a passage.
  ///
  /// @param start the hash of its first words
  /// @param whole the hash of all of them
  record Words(long start, long whole, int count) {}

  private static final class Counted {

    private final Words words;
    private int records;
    private int last; // record that was counted

    Counted(Words words) {
      this.words = words;
    }
  }

  /// The words of a passage of at least [Winnowing#run] tokens.
  ///
  /// @param from its first token in a text
  /// @param to exclusive
  Words words(TextTokens text, int from, int to) {
    long[] hashes = prefixes(text, from, to);
    return new Words(hash(hashes, 0, run()), hash(hashes, 0, to - from), to - from);
  }

  /// Adds a passage.
  void add(Words words) {
    if (!all.containsKey(words)) {
      Counted passage = new Counted(words);
      all.put(words, passage);
      byStart.computeIfAbsent(words.start, each -> new ArrayList<>(1)).add(passage);
    }
  }

  /// Counts a record. O(tokens), and the passages that begin like it at each.
  void count(TextTokens text) {
    read++;
    long[] hashes = prefixes(text, 0, text.size());
    for (int from = 0; from + run() <= text.size(); from++) {
      for (Counted each : byStart.getOrDefault(hash(hashes, from, run()), List.of())) {
        if (each.last != read
            && from + each.words.count <= text.size()
            && hash(hashes, from, each.words.count) == each.words.whole) {
          each.last = read;
          each.records++;
        }
      }
    }
  }

  /// The number of records that have a passage that was added.
  int records(Words words) {
    return Objects.requireNonNull(all.get(words)).records;
  }

  private static int run() {
    return Winnowing.STANDARD.run();
  }

  private long[] prefixes(TextTokens text, int from, int to) {
    int known = powers.length;
    if (to - from >= known) {
      powers = Arrays.copyOf(powers, Math.max(to - from + 1, known * 2));
      for (int i = known; i < powers.length; i++) {
        powers[i] = Modulo61.multiply(powers[i - 1], Modulo61.BASE);
      }
    }
    long[] hashes = new long[to - from + 1];
    for (int i = from; i < to; i++) {
      long token = text.hash(i);
      hashes[i - from + 1] =
          (Modulo61.multiply(hashes[i - from], Modulo61.BASE)
                  + (token & Modulo61.PRIME)
                  + (token >>> 61))
              % Modulo61.PRIME;
    }
    return hashes;
  }

  private long hash(long[] prefixes, int from, int length) {
    long hash = prefixes[from + length] - Modulo61.multiply(prefixes[from], powers[length]);
    return hash < 0 ? hash + Modulo61.PRIME : hash;
  }
}
