package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestQuotasTests {

  private final RequestQuotas quotas = RequestQuotas.of(4, 4, 4, 8);

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "4, 3", "5, 3", "6, 4", "7, 5", "8, 6", "1000, 750"})
  void oneCallerMayTakeThreeQuarters(int total, long perCaller) {
    RequestQuotas all = RequestQuotas.of(total, total, total, 2 * total);
    CallerQuota waits = RequestQuotas.of(total, total, total, 4 * total).waits();
    assertThat(new CallerQuota[] {all.streams(), all.memory(), all.uploads(), waits})
        .allSatisfy(quota -> {
          assertThat(quota.total()).isEqualTo(total);
          assertThat(quota.perCaller()).isEqualTo(perCaller);
        });
  }

  @Test
  void refusalsNameTheLimitAndTheKey() {
    requireRefusals(
        quotas.streams(),
        "caller may have 3 streams at once (neardup.limits.streams); wait until one has ended",
        "stream must wait: 4 other streams are open (neardup.limits.streams); try again");
    requireRefusals(
        quotas.memory(),
        "caller may take 3 bytes of memory at once (neardup.limits.memory); wait for answers, or"
            + " send or request less",
        "request must wait: other requests hold the memory for bodies and stored documents"
            + " (neardup.limits.memory); retry");
    requireRefusals(
        quotas.uploads(),
        "caller may upload 3 bodies at once (server.tomcat.threads.max); send fewer, or"
            + " send them faster",
        "body cannot be received: too many requests are still uploading"
            + " (server.tomcat.threads.max); try again");
    requireRefusals(
        RequestQuotas.of(4, 4, 4, 16).waits(),
        "caller may have 3 requests with 'wait' at once (server.tomcat.threads.max); let one end"
            + " before the next",
        "wait is not possible now: 4 other requests wait (server.tomcat.threads.max); try"
            + " again, or leave it out");
    requireRefused(
        quotas.memory().open("a"),
        5,
        Fault.TOO_LARGE,
        "request needs more than the 4 bytes of neardup.limits.memory; send or request less at"
            + " once, or raise it");
  }

  private static void requireRefusals(CallerQuota quota, String ofCaller, String ofAll) {
    try (Share one = quota.open("a");
        Share two = quota.open("a");
        Share other = quota.open("b")) {
      one.take(1);
      two.take(2);
      requireRefused(quota.open("a"), 1, Fault.TOO_MANY_REQUESTS, ofCaller);
      other.take(1);
      requireRefused(quota.open("b"), 1, Fault.UNAVAILABLE, ofAll);
    }
  }

  private static void requireRefused(Share share, long units, Fault kind, String message) {
    assertThatThrownBy(() -> share.take(units))
        .isInstanceOfSatisfying(
            RequestException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e.field() + " " + e.message()).isEqualTo(message);
            });
  }
}
