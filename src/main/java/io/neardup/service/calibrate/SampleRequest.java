package io.neardup.service.calibrate;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import org.jspecify.annotations.Nullable;

/// Which pairs to sample. Null values have defaults.
///
/// @param minDistance the smallest distance; the limit of the collection minus a sixteenth of the
///   bits by default
/// @param maxDistance the largest distance; the limit plus a sixteenth of the bits by default
/// @param limit the maximum number of pairs, 1 to [#MAX_PAIRS]; 10 by default
/// @param seed of all random choices
public record SampleRequest(
    @Nullable Integer minDistance,
    @Nullable Integer maxDistance,
    @Nullable Integer limit,
    @Nullable Long seed) {

  /// The maximum number of pairs.
  public static final int MAX_PAIRS = 100;

  static final int DEFAULT_PAIRS = 10;

  /// The request with all defaults.
  record Range(int from, int to, int limit, long seed) {}

  Range range(DocumentCollection collection) {
    int bits = collection.profile().bits();
    int margin = Math.max(1, bits / 16);
    int to = maxDistance == null ? Math.min(bits, collection.maxDistance() + margin) : maxDistance;
    if (to < 0 || to > bits) {
      throw RequestException.invalid("maxDistance", "must be 0 to " + bits + " bits, was " + to);
    }
    int from =
        minDistance == null
            ? Math.clamp(collection.maxDistance() + 1L - margin, 0, to)
            : minDistance;
    if (from < 0 || from > to) {
      throw RequestException.invalid(
          "minDistance", "must be 0 to maxDistance, " + to + " bits; was " + from);
    }
    int most = limit == null ? DEFAULT_PAIRS : limit;
    if (most < 1 || most > MAX_PAIRS) {
      throw RequestException.invalid("limit", "must be 1 to " + MAX_PAIRS + ", was " + most);
    }
    return new Range(from, to, most, seed == null ? 1 : seed);
  }
}
