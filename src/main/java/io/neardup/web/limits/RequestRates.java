package io.neardup.web.limits;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Token buckets by sender: a rate per second, with bursts of one second's worth.
public final class RequestRates {

  /// Beyond this number, the least recently active sender is evicted.
  private static final int MAX_SENDERS = 10_000;

  private final TimeMeter clock;
  private final Map<String, Bucket> buckets =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
              return size() > MAX_SENDERS;
            }
          });

  /// @param nanoTime like System.nanoTime
  public RequestRates(LongSupplier nanoTime) {
    this.clock =
        new TimeMeter() {
          @Override
          public long currentTimeNanos() {
            return nanoTime.getAsLong();
          }

          @Override
          public boolean isWallClockBased() {
            return false;
          }
        };
  }

  /// Counts a request.
  ///
  /// @param perSecond the limit of the sender, which does not change
  /// @return the seconds to wait if it exceeds the limit; 0 if not
  public long count(String sender, int perSecond) {
    ConsumptionProbe asked =
        buckets.computeIfAbsent(sender, name -> bucket(perSecond)).tryConsumeAndReturnRemaining(1);
    return asked.isConsumed()
        ? 0
        : TimeUnit.NANOSECONDS.toSeconds(asked.getNanosToWaitForRefill()) + 1;
  }

  private Bucket bucket(int perSecond) {
    return Bucket.builder()
        .withCustomTimePrecision(clock)
        .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
        .build();
  }
}
