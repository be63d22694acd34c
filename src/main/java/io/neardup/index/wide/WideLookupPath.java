package io.neardup.index.wide;

import io.neardup.index.LookupPath;
import io.neardup.index.MatchOrigin;
import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The path of a lookup among wide fingerprints: probes, or a scan of sketches or of all words.
public sealed interface WideLookupPath extends LookupPath
    permits WideProbing, WideLookupPath.SketchScan, WideLookupPath.FullScan {

  /// A scan of all fingerprints.
  WideLookupPath FULL_SCAN = new FullScan();

  /// Compares every fingerprint.
  record FullScan() implements WideLookupPath {

    @Override
    public MatchOrigin origin(Fingerprint query, Fingerprint match) {
      return MatchOrigin.SCAN;
    }
  }

  /// Compares the first word of every fingerprint, and the others in full if it differs in few
  /// bits.
  ///
  /// @param threshold the maximum number of differing bits of the first word
  record SketchScan(int threshold) implements WideLookupPath {

    @Override
    public @Nullable MatchOrigin origin(Fingerprint query, Fingerprint match) {
      int distance = Long.bitCount(query.word(0) ^ match.word(0));
      return distance > threshold
          ? null
          : new MatchOrigin(null, List.of(), List.of(), new SketchMatch(distance, threshold));
    }
  }
}
