package io.neardup.web.limits;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import java.util.HashMap;
import java.util.Map;

/// The memory that bodies and long lines take, from their first byte to the end of the work on
/// them. What would go beyond it is refused before it is read, so that the heap never runs out. No
/// caller has more than three quarters, unless with a single request. Safe for concurrent use.
public final class BodyMemory {

  /// Shorter bodies and lines take nothing of it: there can be no more of them than threads.
  static final int SHORT = 8 << 10;

  private final long most;
  private final long mostOfOne;
  private final Map<String, Long> ofCallers = new HashMap<>();
  private long taken;

  /// @param most bytes of all callers
  public BodyMemory(long most) {
    this.most = most;
    this.mostOfOne = most / 4 * 3;
  }

  /// Opens the account of a request, with nothing taken.
  public Share open(String caller) {
    return new Share(caller);
  }

  /// How many bytes are taken now.
  public synchronized long taken() {
    return taken;
  }

  /// How many may be.
  public long most() {
    return most;
  }

  /// What a request takes, given back when it is closed.
  public final class Share implements AutoCloseable {

    private final String caller;
    private long held;
    private boolean closed;

    private Share(String caller) {
      this.caller = caller;
    }

    /// Takes more bytes.
    ///
    /// @throws RequestException if there are not so many left
    public void take(long bytes) {
      synchronized (BodyMemory.this) {
        long ofOthers = ofCallers.getOrDefault(caller, 0L) - held;
        if (held + bytes > most) {
          throw new RequestException(
              Kind.TOO_LARGE,
              "body",
              "takes more memory than the "
                  + most
                  + " bytes there are for bodies; send less at once, or raise neardup.limits.memory");
        }
        if (taken + bytes > most) {
          throw new RequestException(
              Kind.UNAVAILABLE,
              "body",
              "finds no memory left by others (neardup.limits.memory); try again");
        }
        if (ofOthers > 0 && ofOthers + held + bytes > mostOfOne) {
          throw new RequestException(
              Kind.TOO_MANY_REQUESTS,
              "caller",
              "may take "
                  + mostOfOne
                  + " bytes of memory at once (neardup.limits.memory); wait for answers, or send"
                  + " less");
        }
        if (!closed) {
          add(bytes);
        }
      }
    }

    /// Gives some of it back.
    public void giveBack(long bytes) {
      synchronized (BodyMemory.this) {
        if (!closed) {
          add(-bytes);
        }
      }
    }

    @Override
    public void close() {
      synchronized (BodyMemory.this) {
        if (!closed) {
          add(-held);
          closed = true;
        }
      }
    }

    private void add(long bytes) {
      held += bytes;
      taken += bytes;
      ofCallers.merge(caller, bytes, (one, other) -> one + other == 0 ? null : one + other);
    }
  }
}
