package io.neardup.cli.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A random sample of texts, each equally likely (reservoir sampling, Vitter 1985, algorithm R).
/// Holds the sample alone. Not thread-safe.
public final class TextSample {

  private final int size;
  private final SplittableRandom random;
  private final List<String> texts = new ArrayList<>();
  private long seen;

  /// @param size maximum number of texts
  /// @param seed the same texts in the same order and the same seed give the same sample
  public TextSample(int size, long seed) {
    this.size = size;
    this.random = new SplittableRandom(seed);
  }

  /// Adds the text of a record.
  ///
  /// @param text null if it cannot be read
  public void add(int number, String id, @Nullable String text) {
    if (text == null) {
      return;
    }
    seen++;
    if (texts.size() < size) {
      texts.add(text);
    } else {
      long place = random.nextLong(seen);
      if (place < size) {
        texts.set((int) place, text);
      }
    }
  }

  /// The number of texts, in the sample or not.
  public long seen() {
    return seen;
  }

  /// The sample.
  public List<String> texts() {
    return texts;
  }
}
