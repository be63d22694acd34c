package io.neardup.service.lookup;

import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.store.CollectionSettings;
import io.neardup.store.VerifyMode;
import io.neardup.text.DecimalNumber;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The ranges and defaults of lookup parameters.
public final class LookupLimits {

  public static final int MAX_LIMIT = 10_000;

  public static final int DEFAULT_LIMIT = 10;

  /// The default probability of finding a near-duplicate at the distance of the lookup.
  public static final double DEFAULT_RECALL = 0.95;

  public static final int MAX_EXPLAINED = 100;

  private LookupLimits() {}

  /// Refuses an explained lookup of too many matches.
  ///
  /// @throws RequestException if the limit is too large
  public static void requireExplainable(LookupRequest requested) {
    requireExplainable("limit", requested.limit());
    requireExplainable("nearest", requested.nearest());
  }

  private static void requireExplainable(String name, @Nullable Integer count) {
    if (count != null) {
      RequestException.inRange(name, 1, MAX_EXPLAINED, " with explain", count);
    }
  }

  /// The requested distance, or the default.
  ///
  /// @param usual the default
  public static int maxDistance(@Nullable Integer requested, int usual, Profile profile) {
    int maxDistance = requested == null ? usual : requested;
    return RequestException.inRange("maxDistance", 0, profile.bits(), " bits", maxDistance);
  }

  /// The requested similarity, null without one.
  ///
  /// @throws RequestException if it is out of range, or the collection does not verify candidates
  static @Nullable Double minSimilarity(
      LookupRequest requested, Profile profile, CollectionSettings settings) {
    Double minSimilarity = requested.minSimilarity();
    if (minSimilarity == null) {
      return null;
    }
    if (!(minSimilarity >= 0 && minSimilarity <= 1)) {
      throw RequestException.invalid(
          "minSimilarity", "must be a number from 0 to 1, was " + minSimilarity);
    }
    if (!Verification.isPossible(profile)) {
      throw RequestException.invalid(
          "minSimilarity",
          "is for profiles whose distance estimates it, such as simhash-256-v1, and not for "
              + profile.name()
              + "; give maxDistance instead");
    }
    if (settings.verifies() == VerifyMode.OFF) {
      throw RequestException.invalid(
          "minSimilarity",
          "needs a collection that verifies candidates; give maxDistance instead, or set storeText"
              + " or verify of collection '"
              + settings.name()
              + "' and store the texts again");
    }
    return minSimilarity;
  }

  /// The recall from a parameter's text, 1 for `exact`, null without one.
  ///
  /// @throws RequestException if it is neither `exact` nor a number above 0 and at most 1
  public static @Nullable Double recall(@Nullable String requested) {
    if (requested == null) {
      return null;
    }
    double recall;
    try {
      recall = requested.equals("exact") ? 1 : Double.parseDouble(DecimalNumber.require(requested));
    } catch (NumberFormatException e) {
      recall = Double.NaN; // refused as out of range
    }
    return requireRecall(recall, requested);
  }

  /// The requested recall, or the default.
  ///
  /// @throws RequestException if it is out of range
  public static double recall(@Nullable Double requested) {
    return requested == null ? DEFAULT_RECALL : requireRecall(requested, requested.toString());
  }

  private static double requireRecall(double recall, String requested) {
    if (!(recall > 0 && recall <= 1)) {
      throw RequestException.invalid(
          "recall", "must be 'exact' or a number above 0 and at most 1, was '" + requested + "'");
    }
    return recall;
  }

  /// The maximum number of results in one answer.
  ///
  /// @throws RequestException if it is out of range
  public static int limit(@Nullable Integer requested) {
    return count("limit", 1, requested == null ? DEFAULT_LIMIT : requested);
  }

  /// The number of near-duplicates to list when a document is stored; 0 to look none up.
  public static int storeLimit(@Nullable Integer requested) {
    return count("limit", 0, requested == null ? DEFAULT_LIMIT : requested);
  }

  /// The requested number of nearest documents; other parameters must be absent.
  static int nearest(LookupRequest requested) {
    if (requested.maxDistance() != null
        || requested.recall() != null
        || requested.limit() != null
        || requested.minSimilarity() != null) {
      throw RequestException.invalid(
          "nearest", "replaces maxDistance, minSimilarity, recall and limit; remove those");
    }
    return count("nearest", 1, Objects.requireNonNull(requested.nearest()));
  }

  private static int count(String name, int least, int count) {
    return RequestException.inRange(name, least, MAX_LIMIT, "", count);
  }
}
