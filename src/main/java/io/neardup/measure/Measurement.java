package io.neardup.measure;

/// What a measure gave.
public sealed interface Measurement {

  /// A number that says it all.
  record Value(double value) implements Measurement {}

  /// A number of characters, and its share of a text.
  ///
  /// @param share 0 to 1; 0 of an empty text
  record Characters(int count, double share) implements Measurement {

    static Characters of(int count, int total) {
      return new Characters(count, total == 0 ? 0 : (double) count / total);
    }
  }

  /// Sentences that two texts share.
  ///
  /// @param of how many each could share at most
  /// @param equal whether neither has another one
  record Sentences(int shared, int of, boolean equal) implements Measurement {}

  /// Nothing, since it would take too long or mean nothing.
  ///
  /// @param reason such as `texts over 20,000 characters`
  record Skipped(String reason) implements Measurement {}
}
