package io.neardup.index;

import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a lookup among wide fingerprints goes about it.
sealed interface LookupWay extends LookupPath
    permits WideProbing, LookupWay.SketchScan, LookupWay.FullScan {

  /// A scan of all fingerprints.
  LookupWay FULL_SCAN = new FullScan();

  /// Compares every fingerprint.
  record FullScan() implements LookupWay {

    @Override
    public MatchOrigin origin(Fingerprint query, Fingerprint match) {
      return MatchOrigin.SCAN;
    }
  }

  /// Compares the first word of every fingerprint, and those in full of which it differs in few
  /// bits.
  ///
  /// @param threshold in how many bits the first word may differ
  record SketchScan(int threshold) implements LookupWay {

    @Override
    public @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match) {
      int distance = Long.bitCount(query.word(0) ^ match.word(0));
      return distance > threshold
          ? null
          : new MatchOrigin(null, List.of(), List.of(), new SketchMatch(distance, threshold));
    }
  }
}
