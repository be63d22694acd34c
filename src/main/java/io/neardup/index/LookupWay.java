package io.neardup.index;

/// How a lookup among wide fingerprints goes about it.
sealed interface LookupWay permits WideProbing, LookupWay.SketchScan, LookupWay.FullScan {

  /// A scan of all fingerprints.
  LookupWay FULL_SCAN = new FullScan();

  /// Compares every fingerprint.
  record FullScan() implements LookupWay {}

  /// Compares the first word of every fingerprint, and those in full of which it differs in few
  /// bits.
  ///
  /// @param threshold in how many bits the first word may differ
  record SketchScan(int threshold) implements LookupWay {}
}
