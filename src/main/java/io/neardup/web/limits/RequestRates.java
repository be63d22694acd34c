package io.neardup.web.limits;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Counts requests by who sends them: so many a second, and as many at once.
public final class RequestRates {

  /// Senders beyond that are forgotten, the one first that has sent nothing for longest.
  private static final int MAX_SENDERS = 10_000;

  private final Map<String, Bucket> buckets =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
              return size() > MAX_SENDERS;
            }
          });

  /// Counts one more.
  ///
  /// @param perSecond how many the sender may send, always the same for one
  /// @return the seconds to wait, 0 if it is not too many
  public long count(String sender, int perSecond) {
    ConsumptionProbe asked =
        buckets.computeIfAbsent(sender, name -> bucket(perSecond)).tryConsumeAndReturnRemaining(1);
    return asked.isConsumed()
        ? 0
        : TimeUnit.NANOSECONDS.toSeconds(asked.getNanosToWaitForRefill()) + 1;
  }

  private static Bucket bucket(int perSecond) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
        .build();
  }
}
