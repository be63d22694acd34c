package io.neardup.profile;

import io.neardup.simhash.Xxh3;
import io.neardup.text.TextNormalizer;
import io.neardup.text.TokenSink;
import io.neardup.text.Tokenizer;
import io.neardup.text.TracedText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The tokens of a text in order, as hashes, optionally with their places in the text. Immutable; 8
/// bytes per token, 8 more with places.
///
/// Places are char indexes (UTF-16) in the given text, before normalisation: `ＣＡＦÉ` is a token of
/// four chars.
public final class TextTokens {

  private final long[] hashes;
  private final int size;
  private final int[] starts;
  private final int[] ends;

  private TextTokens(Collector collector, @Nullable TracedText places) {
    this.hashes = collector.hashes;
    this.size = collector.size;
    if (places == null) {
      starts = new int[0];
      ends = starts;
    } else {
      starts = collector.starts;
      ends = collector.ends;
      for (int i = 0; i < size; i++) {
        starts[i] = places.start(starts[i]);
        ends[i] = places.end(ends[i]);
      }
    }
  }

  /// The tokens of a text. O(characters).
  ///
  /// @param located whether to include their places
  /// @param check called periodically, and may throw
  static TextTokens of(
      String text,
      boolean located,
      TextNormalizer normalizer,
      Tokenizer tokenizer,
      Runnable check) {
    TracedText traced = located ? normalizer.trace(text) : null;
    check.run();
    Collector collector = new Collector(text.length() / 6, located, check);
    tokenizer.tokenize(traced == null ? normalizer.apply(text) : traced.normalized(), collector);
    return new TextTokens(collector, traced);
  }

  /// The number of tokens.
  public int size() {
    return size;
  }

  /// The hash of a token; its lowest bit is [#isSpaceless]. Equal tokens have equal hashes.
  public long hash(int token) {
    return hashes[token];
  }

  /// Whether the token is one character of a script written without spaces.
  public boolean isSpaceless(int token) {
    return (hashes[token] & 1) != 0;
  }

  /// The first char of a token in the text.
  ///
  /// @throws IllegalStateException if places were not requested
  public int start(int token) {
    requirePlaces();
    return starts[token];
  }

  /// The end of a token in the text, exclusive.
  ///
  /// @throws IllegalStateException if places were not requested
  public int end(int token) {
    requirePlaces();
    return ends[token];
  }

  private void requirePlaces() {
    if (starts.length < size) {
      throw new IllegalStateException("the places of tokens were not requested");
    }
  }

  private static final class Collector implements TokenSink {

    private static final int MIN_CAPACITY = 16;
    private static final int CHECK_EVERY = 1 << 14; // tokens, a millisecond or two

    private final Runnable check;
    private long[] hashes;
    private int[] starts;
    private int[] ends;
    private final boolean located;
    private int size;

    Collector(int expected, boolean located, Runnable check) {
      this.check = check;
      int capacity = Math.max(MIN_CAPACITY, expected);
      this.located = located;
      hashes = new long[capacity];
      starts = new int[located ? capacity : 0];
      ends = new int[located ? capacity : 0];
    }

    @Override
    public void token(byte[] text, int start, int end, boolean spaceless) {
      if (size == hashes.length) {
        int capacity = size + size / 2;
        hashes = Arrays.copyOf(hashes, capacity);
        if (located) {
          starts = Arrays.copyOf(starts, capacity);
          ends = Arrays.copyOf(ends, capacity);
        }
      }
      hashes[size] = Xxh3.hash(text, start, end) & ~1L | (spaceless ? 1 : 0);
      if (located) {
        starts[size] = start;
        ends[size] = end;
      }
      size++;
      if (size % CHECK_EVERY == 0) {
        check.run();
      }
    }
  }
}
