package io.neardup.store.ids;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The entries of 4,096 ordinals in columns: 20 bytes per document, 8 more if any of them expires.
///
/// The offset of the event that stored a document also stamps its row, as in a sequence lock: it is
/// CHANGING while the other columns are written, and has a new value afterwards. A reader that sees
/// the same offset before and after has read a consistent row. For the fences, see Boehm, Can
/// Seqlocks Get Along with Programming Language Memory Models?, MSPC 2012.
final class OrdinalPage {

  static final int ROWS = 4096;

  /// The stamp of a row without a document.
  static final long ABSENT = 0;

  private static final long CHANGING = -1;
  private static final VarHandle STAMP = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] offsets = new long[ROWS];
  private final long[] ids = new long[ROWS];
  private final int[] flags = new int[ROWS]; // see Row; without a document, the next row
  private long @Nullable [] expiries;

  /// The stamp of a row; waits while the row is being changed.
  long offset(int row) {
    long stamp = (long) STAMP.getAcquire(offsets, row);
    while (stamp == CHANGING) {
      Thread.onSpinWait();
      stamp = (long) STAMP.getAcquire(offsets, row);
    }
    return stamp;
  }

  /// Whether the row still has that stamp. Call after reading the row.
  boolean isStill(int row, long offset) {
    VarHandle.loadLoadFence();
    return (long) STAMP.getOpaque(offsets, row) == offset;
  }

  long id(int row) {
    return ids[row];
  }

  /// The contents of a row, null if it has no document.
  @Nullable Row read(int row) {
    while (true) {
      long offset = offset(row);
      if (offset == ABSENT) {
        return null;
      }
      long[] times = expiries;
      Row read = new Row(offset, ids[row], flags[row], times == null ? 0 : times[row]);
      if (isStill(row, offset)) {
        return read;
      }
    }
  }

  void write(int row, Row content) {
    STAMP.setOpaque(offsets, row, CHANGING);
    VarHandle.storeStoreFence();
    ids[row] = content.id();
    flags[row] = content.flags();
    if (expiries != null) {
      expiries[row] = content.expiresAt();
    } else if (content.expiresAt() != 0) {
      long[] times = new long[ROWS];
      times[row] = content.expiresAt();
      VarHandle.storeStoreFence();
      expiries = times;
    }
    STAMP.setRelease(offsets, row, content.offset());
  }

  void erase(int row) {
    STAMP.setRelease(offsets, row, ABSENT);
  }

  /// Links a row without a document to the next row of its chain.
  void link(int row, int next) {
    flags[row] = next;
  }

  int linked(int row) {
    return flags[row];
  }

  long bytes() {
    return ROWS * (expiries == null ? 20L : 28L);
  }

  /// A row.
  ///
  /// @param id reference into [IdArena]
  /// @param flags of [#ENABLED] and [#ALLOWED]
  /// @param expiresAt in milliseconds since 1970, 0 for never
  record Row(long offset, long id, int flags, long expiresAt) {

    static final int ENABLED = 1;
    static final int ALLOWED = 2;

    static int flags(boolean enabled, boolean allowed) {
      return (enabled ? ENABLED : 0) | (allowed ? ALLOWED : 0);
    }

    boolean isAlive(Instant now) {
      return expiresAt == 0 || expiresAt > now.toEpochMilli();
    }
  }
}
