package io.neardup.service.calibrate;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import org.jspecify.annotations.Nullable;

/// Which pairs to sample.
///
/// @param from the smallest distance
/// @param to the largest distance
/// @param limit the maximum number of pairs
/// @param seed of all random choices
/// @param maxChars of the texts, in code points
public record SampleRequest(int from, int to, int limit, long seed, int maxChars) {

  public static final int MAX_PAIRS = 100;
  public static final int MAX_CHARS = 20_000;

  private static final int DEFAULT_PAIRS = 10;
  private static final int DEFAULT_CHARS = 2_000;

  /// Checks the parameters of a client.
  ///
  /// @param minDistance a sixteenth of the bits below the limit of the collection if null
  /// @param maxDistance a sixteenth of the bits above the limit if null
  /// @param limit 10 if null
  /// @param seed 1 if null
  /// @param textChars 2,000 if null
  /// @throws RequestException if a number is out of range
  public static SampleRequest of(
      DocumentCollection collection,
      @Nullable Integer minDistance,
      @Nullable Integer maxDistance,
      @Nullable Integer limit,
      @Nullable Long seed,
      @Nullable Integer textChars) {
    int bits = collection.profile().bits();
    int margin = Math.max(1, bits / 16);
    int to = maxDistance == null ? Math.min(bits, collection.maxDistance() + margin) : maxDistance;
    RequestException.inRange("maxDistance", 0, bits, " bits", to);
    int from =
        minDistance == null
            ? Math.clamp(collection.maxDistance() + 1L - margin, 0, to)
            : minDistance;
    RequestException.inRange("minDistance", 0, to, " bits (maxDistance)", from);
    int most = limit == null ? DEFAULT_PAIRS : limit;
    RequestException.inRange("limit", 1, MAX_PAIRS, "", most);
    int chars = textChars == null ? DEFAULT_CHARS : textChars;
    RequestException.inRange("textChars", 0, MAX_CHARS, "", chars);
    return new SampleRequest(from, to, most, seed == null ? 1 : seed, chars);
  }
}
