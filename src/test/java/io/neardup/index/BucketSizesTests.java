package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.BucketSizes.BucketClass;
import org.junit.jupiter.api.Test;

class BucketSizesTests {

  @Test
  void bucketsAreCountedByLength() {
    BucketSizes sizes = new BucketSizes();
    for (int length : new int[] {0, 0, 1, 2, 3, 3, 9, Integer.MAX_VALUE}) {
      sizes.add(length);
    }
    assertThat(sizes.largest()).isEqualTo(Integer.MAX_VALUE);
    assertThat(sizes.classes())
        .startsWith(
            new BucketClass(1, 1, 1),
            new BucketClass(2, 3, 3),
            new BucketClass(4, 7, 0),
            new BucketClass(8, 15, 1))
        .endsWith(new BucketClass(1 << 30, Integer.MAX_VALUE, 1))
        .hasSize(31);
  }

  @Test
  void emptyBucketsHaveNoClass() {
    BucketSizes sizes = new BucketSizes();
    sizes.add(0);
    assertThat(sizes.largest()).isZero();
    assertThat(sizes.classes()).isEmpty();
  }
}
