package io.neardup.service.passage;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.Passage;
import java.util.List;

/// Two documents that share passages.
public record PassagePair(
    String a,
    String b,
    int words,
    double shareA,
    double shareB,
    int longestRun,
    List<Passage> passages,
    boolean truncated) {

  private static final int LISTED = 100;

  /// A pair.
  ///
  /// @param common its first text is document `a`
  static PassagePair of(String a, String b, CommonPassages common) {
    return new PassagePair(
        a,
        b,
        common.words(),
        common.a().share(),
        common.b().share(),
        common.longestRun(),
        common.first(LISTED),
        common.exceeds(LISTED));
  }
}
