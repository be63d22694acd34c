package io.neardup.web.problem;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs refused calls, so that attempts to guess keys are visible. Because any client can cause
/// refusals, logs bursts of at most ten lines and then one per second; the rest are counted.
/// Thread-safe.
final class RefusalLog {

  private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);
  private static final int MAX_CHARS = 300;

  private final AtomicLong passedOver = new AtomicLong();
  private final Bucket lines =
      Bucket.builder()
          .addLimit(limit -> limit.capacity(10).refillGreedy(1, Duration.ofSeconds(1)))
          .build();

  /// Logs or counts a refusal.
  ///
  /// @param call such as `GET /documents/a of 192.0.2.7`; may contain any characters
  void add(String call, Problem problem) {
    if (!lines.tryConsume(1)) {
      passedOver.incrementAndGet();
      return;
    }
    long others = passedOver.getAndSet(0);
    log.info(
        "Refused with {}: {}: {}{}",
        problem.status(),
        printable(call),
        printable(problem.detail()),
        others == 0 ? "" : "; " + others + " more were refused since the last such line");
  }

  /// The text as one line of printable characters.
  private static String printable(String text) {
    String cut = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
    return cut.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
