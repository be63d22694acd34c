package io.neardup.service.lookup;

import io.neardup.index.StopSignal;

/// The memory of a part of the work, such as one lookup of many, which is given back when it is
/// closed. Not thread-safe.
public final class BriefMemory implements StopSignal, AutoCloseable {

  private final StopSignal whole;
  private long held;

  /// @param whole what stops and counts the whole work
  public BriefMemory(StopSignal whole) {
    this.whole = whole;
  }

  @Override
  public void check() {
    whole.check();
  }

  @Override
  public void hold(long bytes) {
    whole.hold(bytes);
    held += bytes;
  }

  @Override
  public long holdText(long textBytes) {
    long taken = whole.holdText(textBytes);
    held += taken;
    return taken;
  }

  /// What was taken and not given back, in bytes.
  public long held() {
    return held;
  }

  /// Gives back what was taken so far; more can be taken later.
  public void release() {
    if (held != 0) {
      whole.hold(-held);
      held = 0;
    }
  }

  @Override
  public void close() {
    release();
  }
}
