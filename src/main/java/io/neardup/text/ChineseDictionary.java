package io.neardup.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.analysis.cn.smart.hhmm.HHMMSegmenter;

/// The words of the Chinese segmenter, with their frequencies in its training data, about six
/// million words of newspaper text.
///
/// Read from the segmenter's own dictionary, to avoid a second copy. Each call loads it in about 50
/// ms; callers should keep what they need.
public final class ChineseDictionary {

  /* The resource is a serialized graph of arrays:

    short[] row of a character, by slot of a hash table
    char[]  that character, by the same slot; 0 where the slot is free
    char[][][] the words of a row without their first character, sorted
    int[][] their frequencies

  Deserialisation accepts only arrays of primitives. */

  private static final String RESOURCE = "coredict.mem";

  private ChineseDictionary() {}

  /// Passes every word of Han characters with its frequency, 0 if it was never counted.
  public static void forEach(ObjIntConsumer<String> action) {
    try (InputStream resource =
            Objects.requireNonNull(HHMMSegmenter.class.getResourceAsStream(RESOURCE), RESOURCE);
        ObjectInputStream in = new ObjectInputStream(resource)) {
      in.setObjectInputFilter(ChineseDictionary::onlyArrays);
      short[] rows = (short[]) in.readObject();
      char[] firsts = (char[]) in.readObject();
      char[][][] rests = (char[][][]) in.readObject();
      int[][] frequencies = (int[][]) in.readObject();
      for (int slot = 0; slot < firsts.length; slot++) {
        if (Character.isIdeographic(firsts[slot])) {
          int row = rows[slot];
          forEach(firsts[slot], rests[row], frequencies[row], action);
        }
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("cannot read the Chinese dictionary " + RESOURCE, e);
    }
  }

  private static void forEach(
      char first, char[][] rests, int[] frequencies, ObjIntConsumer<String> action) {
    for (int i = 0; i < rests.length; i++) {
      String word = first + (rests[i] == null ? "" : new String(rests[i]));
      if (word.codePoints().allMatch(Character::isIdeographic)) { // others stand for whole classes
        action.accept(word, frequencies[i]);
      }
    }
  }

  private static Status onlyArrays(ObjectInputFilter.FilterInfo info) {
    Class<?> type = info.serialClass();
    while (type != null && type.isArray()) {
      type = type.componentType();
    }
    return type == null || type.isPrimitive() ? Status.ALLOWED : Status.REJECTED;
  }
}
