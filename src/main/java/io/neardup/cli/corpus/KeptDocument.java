package io.neardup.cli.corpus;

import java.util.Comparator;

/// Which record of a group is kept. Ties are decided in favour of the first.
public enum KeptDocument {
  /// The first in the order of the files.
  FIRST,

  /// The last.
  LAST,

  /// The one with the most distinct features.
  LONGEST,

  /// The one with the most near-duplicates; for stars.
  CENTRAL;

  Comparator<Integer> order(Corpus corpus) {
    return switch (this) {
      case FIRST, CENTRAL -> Comparator.naturalOrder();
      case LAST -> Comparator.reverseOrder();
      case LONGEST ->
          Comparator.comparingInt((Integer number) -> corpus.features(number))
              .reversed()
              .thenComparing(Comparator.naturalOrder());
    };
  }
}
