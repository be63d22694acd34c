package io.neardup.measure;

import io.neardup.measure.Measurement.Characters;
import io.neardup.measure.Measurement.Skipped;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.commons.text.similarity.SimilarityInput;

/// The edit distance: the smallest number of characters to insert, delete or replace, and its share
/// of the longer text.
///
/// O(characters squared), so the length of texts is limited, and the number of edits for long
/// texts.
public final class Edits {

  static final int MAX_CHARACTERS = 20_000;

  /// The limit for texts whose product of lengths exceeds [#MAX_CELLS].
  private static final int MAX_EDITS = 1_000;

  private static final long MAX_CELLS = 25_000_000;

  private static final Skipped TOO_FAR = new Skipped("over 1,000 edits between long texts");

  private Edits() {}

  static Measurement of(String a, String b) {
    int[] first = a.codePoints().toArray();
    int[] second = b.codePoints().toArray();
    int longer = Math.max(first.length, second.length);
    boolean small = (long) first.length * second.length <= MAX_CELLS;
    int edits = distance(first, second, small ? longer : MAX_EDITS);
    return edits < 0 ? TOO_FAR : Characters.of(edits, longer);
  }

  /// The smallest number of elements to insert, delete or replace, -1 if it is above a limit.
  /// O(elements of one * limit).
  public static int distance(int[] a, int[] b, int limit) {
    return new LevenshteinDistance(limit).apply(new Elements(a), new Elements(b));
  }

  /// A sequence in the library's form.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Elements(int[] elements) implements SimilarityInput<Integer> {

    @Override
    public Integer at(int index) {
      return elements[index];
    }

    @Override
    public int length() {
      return elements.length;
    }
  }
}
