package io.neardup.service.lookup;

import io.neardup.index.StopSignal;

/// The memory for a part of some work, such as one lookup of many; closing gives it back. Not
/// thread-safe.
public final class BriefMemory implements StopSignal, AutoCloseable {

  private final StopSignal whole;
  private long held;

  /// @param whole stops the whole work and counts its memory
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

  /// Bytes taken and not given back.
  public long held() {
    return held;
  }

  /// Gives back all memory taken so far; more can be taken later.
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
