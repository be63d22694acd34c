package io.neardup.index;

/// The same where nearly every bucket is split and merged again while others read.
class CrowdedIndexConcurrencyTests extends PermutationIndexConcurrencyTests {

  @Override
  Crowding crowding() {
    return new Crowding(3, 16, 2);
  }
}
