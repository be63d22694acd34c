package io.neardup.index.narrow;

/// The same where nearly every bucket is split and merged again while others read.
class SplitBucketConcurrencyTests extends PermutationIndexConcurrencyTests {

  @Override
  BucketSplitting splitting() {
    return new BucketSplitting(3, 16, 2);
  }
}
