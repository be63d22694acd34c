package io.neardup.measure;

import io.neardup.measure.Measurement.Characters;
import io.neardup.measure.Measurement.Skipped;
import java.util.List;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.commons.text.similarity.SimilarityInput;

/// The edit distance: the smallest number of characters to insert, delete or replace, and its share
/// of the longer text.
///
/// O(characters squared), so the length of texts is limited, and for long texts the number of
/// edits.
final class Edits {

  static final int MAX_CHARACTERS = 20_000;

  /// The limit for texts whose product of lengths exceeds [#MAX_CELLS].
  private static final int MAX_EDITS = 1_000;

  private static final long MAX_CELLS = 25_000_000;

  private static final Skipped TOO_FAR = new Skipped("over 1,000 edits between long texts");

  private Edits() {}

  static Measurement of(String a, String b) {
    CodePoints first = CodePoints.of(a);
    CodePoints second = CodePoints.of(b);
    int longer = Math.max(first.length(), second.length());
    boolean small = (long) first.length() * second.length() <= MAX_CELLS;
    int edits = new LevenshteinDistance(small ? longer : MAX_EDITS).apply(first, second);
    return edits < 0 ? TOO_FAR : Characters.of(edits, longer);
  }

  /// A text in the form of the library, with one element per code point.
  private record CodePoints(List<Integer> codePoints) implements SimilarityInput<Integer> {

    static CodePoints of(String text) {
      return new CodePoints(text.codePoints().boxed().toList());
    }

    @Override
    public Integer at(int index) {
      return codePoints.get(index);
    }

    @Override
    public int length() {
      return codePoints.size();
    }
  }
}
