package io.neardup.measure;

/// The result of a measure.
public sealed interface Measurement {

  /// A single number.
  record Value(double value) implements Measurement {}

  /// A number of characters, and its share of a text.
  ///
  /// @param share 0 to 1; 0 for an empty text
  record Characters(int count, double share) implements Measurement {

    static Characters of(int count, int total) {
      return new Characters(count, total == 0 ? 0 : (double) count / total);
    }
  }

  /// Common sentences of two texts.
  ///
  /// @param of maximum number that they could share
  /// @param equal whether all sentences are common
  record Sentences(int shared, int of, boolean equal) implements Measurement {}

  /// No result: it would take too long or be meaningless.
  ///
  /// @param reason such as `texts over 20,000 characters`
  record Skipped(String reason) implements Measurement {}
}
