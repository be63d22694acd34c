package io.neardup.passage;

/// The tokens of a text that passages cover. 8 bytes per token.
final class Coverage {

  /* Each covered token points to a later and to an earlier token, on the path to the next uncovered one. Walking a
  path shortens it (path halving, Tarjan and van Leeuwen 1984), so a call takes O(log n) amortised, however long
  the covered stretch. */

  private final int[] next; // of token i, itself if it is not covered; the last is the end
  private final int[]
      previous; // of token i at i + 1, itself if it is not covered; 0 is the beginning

  Coverage(int tokens) {
    next = new int[tokens + 1];
    previous = new int[tokens + 1];
    for (int i = 0; i <= tokens; i++) {
      next[i] = i;
      previous[i] = i;
    }
  }

  /// The first token at or after `token` that is not covered, or the number of tokens.
  int next(int token) {
    return find(next, token);
  }

  /// The last token at or before `token` that is not covered, or -1.
  int previous(int token) {
    return find(previous, token + 1) - 1;
  }

  /// Covers tokens `from` to `to`, exclusive.
  void add(int from, int to) {
    for (int i = next(from); i < to; i = next(i)) {
      next[i] = i + 1;
      previous[i + 1] = i;
    }
  }

  private static int find(int[] pointers, int from) {
    int at = from;
    while (pointers[at] != at) {
      pointers[at] = pointers[pointers[at]];
      at = pointers[at];
    }
    return at;
  }
}
