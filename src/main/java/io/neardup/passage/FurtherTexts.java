package io.neardup.passage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The texts of an anchor beyond those its table lists, latest last. One writer; any thread may
/// call [#collect]. 4 bytes per text.
final class FurtherTexts {

  private static final VarHandle TEXTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int ENTRY_BYTES = 128; // of a map with its key, this, and the array
  private static final int MAX_INVISIBLE = 4_096;

  private final TextNumbers numbers;
  private volatile int[] texts;
  private volatile int count; // written after the array

  FurtherTexts(TextNumbers numbers) {
    this(numbers, new int[4], 0);
  }

  private FurtherTexts(TextNumbers numbers, int[] texts, int count) {
    this.numbers = numbers;
    this.texts = texts;
    this.count = count;
  }

  void add(int number) {
    int size = count;
    if (size > 0 && texts[size - 1] == number) {
      return; // another anchor of the text has the same bits
    }
    while (size > 0 && numbers.document(texts[size - 1]) < 0) {
      size--;
    }
    if (size == texts.length) {
      texts = Arrays.copyOf(texts, size + size / 2 + 4);
    }
    TEXTS.setRelease(texts, size, number);
    count = size + 1;
  }

  /// Counts visible documents until the anchor has enough.
  ///
  /// @param listed documents of the anchor counted before
  /// @return whether there are more, or may be because many are invisible
  boolean collect(int listed, int times, DocumentCounts counts, IntPredicate visible) {
    int from = count - 1;
    int[] read = texts;
    int counted = listed;
    int invisible = 0;
    for (int i = from; i >= 0; i--) {
      int document = numbers.document((int) TEXTS.getAcquire(read, i));
      if (document < 0) {
        continue;
      }
      if (visible.test(document)) {
        if (counted >= PassageIndex.MAX_DOCUMENTS) {
          return true;
        }
        counts.add(document, times);
        counted++;
      } else if (++invisible == MAX_INVISIBLE) {
        return true;
      }
    }
    return false;
  }

  /// The remaining texts, in this list or a new one; null if there are none.
  @Nullable FurtherTexts living() {
    int[] all = texts;
    int[] living =
        IntStream.range(0, count)
            .map(i -> all[i])
            .filter(number -> numbers.document(number) >= 0)
            .toArray();
    if (living.length == 0) {
      return null;
    }
    return living.length == count ? this : new FurtherTexts(numbers, living, living.length);
  }

  long size() {
    int[] all = texts;
    return IntStream.range(0, count).filter(i -> numbers.document(all[i]) >= 0).count();
  }

  long bytes() {
    return ENTRY_BYTES + (long) texts.length * Integer.BYTES;
  }
}
