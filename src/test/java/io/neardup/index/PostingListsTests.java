package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PostingListsTests {

  private static final int DOCUMENTS = 5_000;
  private static final Comparator<Integer> BY_ID = Comparator.comparing(World::id);

  private final PostingLists postings = new PostingLists(BY_ID);
  private final TreeSet<Integer> expected = new TreeSet<>(BY_ID);

  @Test
  void keepsDocumentsInTheOrderOfTheirIds() {
    Seeds.random(random -> {
      churn(random, 10_000, 4);
      assertThat(expected).hasSizeGreaterThan(DOCUMENTS / 2);
      churn(random, 10_000, 1);
      churn(random, 10_000, 4);
      drain(random);
    });
  }

  @Test
  void acceptsDocumentsInAscendingAndDescendingOrder() {
    Comparator<Integer> byNumber = Comparator.naturalOrder();
    PostingLists rising = new PostingLists(byNumber);
    PostingLists falling = new PostingLists(byNumber);
    for (int document = 0; document < DOCUMENTS; document++) {
      rising.add(document);
      falling.add(DOCUMENTS - 1 - document);
    }

    assertThat(rising.first(DOCUMENTS)).isSorted().hasSize(DOCUMENTS).doesNotHaveDuplicates();
    assertThat(falling.first(DOCUMENTS)).containsExactly(rising.first(DOCUMENTS));
  }

  /// Adds or removes a random document; `adds` of five operations are additions.
  private void churn(SplittableRandom random, int times, int adds) {
    for (int i = 0; i < times; i++) {
      int document = random.nextInt(DOCUMENTS);
      if (random.nextInt(5) < adds) {
        if (expected.add(document)) {
          postings.add(document);
        }
      } else {
        assertThat(postings.remove(document)).isEqualTo(expected.remove(document));
      }
      if (i % 100 == 0) {
        check(random);
      }
    }
    check(random);
  }

  private void drain(SplittableRandom random) {
    int[] documents = expected.stream().mapToInt(Integer::intValue).toArray();
    for (int i = documents.length - 1; i >= 0; i--) {
      int other = random.nextInt(i + 1);
      int document = documents[other];
      documents[other] = documents[i];
      assertThat(postings.remove(document)).isTrue();
      expected.remove(document);
      if (i % 100 == 0) {
        check(random);
      }
    }
    assertThat(postings.isEmpty()).isTrue();
  }

  private void check(SplittableRandom random) {
    int[] all = expected.stream().mapToInt(Integer::intValue).toArray();
    for (int limit : new int[] {0, 1, 2, 511, 512, 513, random.nextInt(6_000), 10_000}) {
      assertThat(postings.first(limit))
          .as("first %d of %d", limit, all.length)
          .containsExactly(Arrays.copyOf(all, Math.min(limit, all.length)));
    }
    assertThat(postings.isEmpty()).isEqualTo(expected.isEmpty());
  }
}
