package io.neardup.index.narrow;

import io.neardup.hamming.Blocks;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;

/// The same by probes under every key near the query's, where nearly every bucket is split and
/// merged again meanwhile.
class ProbedIndexConcurrencyTests extends PermutationIndexConcurrencyTests {

  private static final Blocks BLOCKS = BlockLayout.DEFAULT.cut();

  @Override
  SearchResult search(long query, int maxDistance, int limit) {
    return index.probe(
        query, maxDistance, limit, new Probing(BLOCKS, Math.min(maxDistance + 1, 16)));
  }

  @Override
  BucketSplitting splitting() {
    return new BucketSplitting(3, 16, 2);
  }
}
