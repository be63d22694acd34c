package io.neardup.service.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import org.junit.jupiter.api.Test;

/// How many joins of requests run at once.
class JoinServiceTests {

  @Test
  void oneCallerTakesAllPlacesButOne() {
    JoinService joins = new JoinService(2, 1);
    Share greedy = joins.place("greedy");
    assertRefused(joins, "greedy", Fault.TOO_MANY_REQUESTS);
    Share modest = joins.place("modest");
    assertRefused(joins, "third", Fault.UNAVAILABLE);
    assertThat(joins.running()).isEqualTo(2);
    greedy.close();
    modest.close();
    joins.place("greedy").close();
    assertThat(joins.running()).isZero();
  }

  private static void assertRefused(JoinService joins, String caller, Fault fault) {
    assertThatThrownBy(() -> joins.place(caller))
        .isInstanceOfSatisfying(
            RequestException.class, refused -> assertThat(refused.kind()).isEqualTo(fault));
  }
}
