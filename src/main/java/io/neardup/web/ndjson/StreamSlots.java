package io.neardup.web.ndjson;

import io.neardup.service.CallerSlots;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;

/// How many streams are answered at once. Each has a thread and a buffer of answers for as long as
/// its client likes, so there is an end to them, and no caller can have all.
public final class StreamSlots {

  private final CallerSlots slots;

  /// @param most of all callers; one of them may have three quarters
  public StreamSlots(int most) {
    this.slots = new CallerSlots(most, Math.max(1, most * 3 / 4));
  }

  /// Lets a stream begin; it ends when the slot is closed.
  ///
  /// @throws RequestException if there are too many
  public Slot take(String caller) {
    return switch (slots.take(caller)) {
      case TAKEN -> () -> slots.release(caller);
      case CALLER_HAS_MOST ->
          throw new RequestException(
              Kind.TOO_MANY_REQUESTS,
              "caller",
              "may have "
                  + slots.mostOfOne()
                  + " streams at once (neardup.limits.streams); wait until one has ended");
      case NONE_FREE ->
          throw new RequestException(
              Kind.UNAVAILABLE,
              "stream",
              "must wait, as "
                  + slots.most()
                  + " others are answered (neardup.limits.streams); try again");
    };
  }

  /// How many streams are answered now.
  public int taken() {
    return slots.taken();
  }

  /// How many may be.
  public int most() {
    return slots.most();
  }

  /// A stream that is answered.
  public interface Slot extends AutoCloseable {
    @Override
    void close();
  }
}
