package io.neardup.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallerQuotaTests {

  private final CallerQuota quota = quota(1_000, 750);

  private static CallerQuota quota(long total, long perCaller) {
    return new CallerQuota(total, perCaller, (_, bound) -> new Refused(bound));
  }

  @Test
  void closingReleasesAllUnits() {
    try (Share share = quota.open("a")) {
      share.take(600);
      share.take(300);
      share.giveBack(100);
      assertThat(quota.taken()).isEqualTo(800);
    }
    assertThat(quota.taken()).isZero();
  }

  /// Workers may finish after the stream that they work for.
  @Test
  void aClosedShareCountsNoMore() {
    Share share = quota.open("a");
    share.take(600);
    share.close();
    share.giveBack(600);
    share.take(100);
    share.close();
    assertThat(quota.taken()).isZero();
  }

  @Test
  void keepsNoCallersThatHoldNothing() {
    try (Share unused = quota.open("a");
        Share used = quota.open("b")) {
      used.take(10);
      used.take(0);
      unused.take(0);
      assertThat(quota.callers()).isEqualTo(1);
    }
    assertThat(quota.callers()).isZero();
  }

  @Test
  void oneCallerMayHoldThreeQuartersButAtLeastOneUnit() {
    assertThat(
            LongStream.of(1, 2, 3, 4, 5, 16, Long.MAX_VALUE)
                .map(total -> new CallerQuota(total, (_, bound) -> new Refused(bound)).perCaller()))
        .containsExactly(1L, 1L, 2L, 3L, 3L, 12L, Long.MAX_VALUE / 4 * 3 + 2);
  }

  @Test
  void aSingleRequestMayTakeTheTotal() {
    try (Share share = quota.open("a")) {
      share.take(1_000);
      assertThat(quota.taken()).isEqualTo(1_000);
      requireRefused(quota.open("a"), 1, Bound.CALLER);
      requireRefused(quota.open("b"), 1, Bound.TOTAL);
    }
  }

  @Test
  void refusesARequestThatExceedsTheTotalAlone() {
    try (Share share = quota.open("a")) {
      share.take(900);
      requireRefused(share, 101, Bound.REQUEST);
    }
  }

  @Test
  void refusesWhatOthersHaveTaken() {
    try (Share one = quota.open("a");
        Share other = quota.open("b")) {
      one.take(600);
      requireRefused(other, 401, Bound.TOTAL);
      other.take(400);
    }
    assertThat(quota.taken()).isZero();
  }

  @Test
  void noCallerTakesTheTotalWithSeveralRequests() {
    try (Share one = quota.open("a");
        Share two = quota.open("a");
        Share other = quota.open("b")) {
      one.take(500);
      requireRefused(two, 251, Bound.CALLER);
      two.take(250);
      other.take(250);
    }
  }

  @Test
  void unitsAreReleasedToOtherCallers() {
    CallerQuota slots = quota(8, 6);
    List<Share> own = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      own.add(slots.takeOne("a"));
    }
    requireRefused(slots.open("a"), 1, Bound.CALLER);
    Share first = slots.takeOne("b");
    Share second = slots.takeOne("b");
    requireRefused(slots.open("b"), 1, Bound.TOTAL);
    requireRefused(slots.open("c"), 1, Bound.TOTAL);
    own.getFirst().close();
    Share third = slots.takeOne("c");
    requireRefused(slots.open("a"), 1, Bound.TOTAL);
    List.of(first, second, third).forEach(Share::close);
    assertThat(slots.takeOne("a")).isNotNull();
    assertThat(slots.taken()).isEqualTo(6);
  }

  @Test
  void aSingleUnitServesOneCallerAfterTheOther() {
    CallerQuota slots = quota(1, 1);
    for (String caller : List.of("a", "b", "a")) {
      try (Share _ = slots.takeOne(caller)) {
        requireRefused(slots.open("z"), 1, Bound.TOTAL);
      }
    }
  }

  private static void requireRefused(Share share, long units, Bound bound) {
    assertThat(share.tryTake(units)).isFalse();
    assertThatThrownBy(() -> share.take(units))
        .isInstanceOfSatisfying(Refused.class, e -> assertThat(e.bound).isEqualTo(bound));
  }

  private static final class Refused extends RuntimeException {
    private final Bound bound;

    Refused(Bound bound) {
      this.bound = bound;
    }
  }
}
