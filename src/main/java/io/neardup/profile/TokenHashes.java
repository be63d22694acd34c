package io.neardup.profile;

import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.Xxh3;
import io.neardup.text.TokenSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The token hashes of one text in order, and the features made from them: each run of a given
/// number of neighbouring tokens is a feature, so that token order counts. If a text has fewer
/// tokens than the shortest run, all tokens together are one feature.
///
/// Not thread-safe. 8 bytes per token.
final class TokenHashes implements TokenSink {

  /// Receives the features of one text, once per occurrence.
  @FunctionalInterface
  interface FeatureSink {

    /// Receives one feature.
    ///
    /// @param occurrence its number among all occurrences; [#name] takes it
    void feature(long hash, int occurrence);
  }

  /* Tokens are hashed when found, but features are made from all of them at once: short loops over arrays that the
  compiler unrolls and vectorises, instead of a chain of calls per token. */

  private static final long FACTOR = 0xD6E8FEB86659FD93L;
  private static final int MIN_CAPACITY = 16;

  /// The maximum initial capacity; more is allocated as needed, because most tokens of a long text
  /// may be repeats.
  private static final int MAX_EXPECTED = 1 << 16;

  private long[] hashes;
  private int size;
  private final @Nullable TokenNames names;

  private TokenHashes(int expected, @Nullable TokenNames names) {
    this.hashes = new long[Math.clamp(expected, MIN_CAPACITY, MAX_EXPECTED)];
    this.names = names;
  }

  /// @param expected number of tokens to reserve capacity for
  static TokenHashes unnamed(int expected) {
    return new TokenHashes(expected, null);
  }

  /// Hashes with the texts of their tokens, for explanations.
  static TokenHashes named() {
    return new TokenHashes(MIN_CAPACITY, new TokenNames());
  }

  @Override
  public void token(byte[] text, int start, int end, boolean spaceless) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, size + size / 2);
    }
    hashes[size++] = Xxh3.hash(text, start, end);
    if (names != null) {
      names.add(text, start, end);
    }
  }

  @Override
  public void words(byte[] text, int[] edges, int count) {
    if (names != null) {
      TokenSink.super.words(text, edges, count);
      return;
    }
    if (size + count > hashes.length) {
      hashes = Arrays.copyOf(hashes, size + count + size / 2);
    }
    for (int i = 0; i < count; i++) {
      hashes[size++] = Xxh3.hash(text, edges[2 * i], edges[2 * i + 1]);
    }
  }

  /// The number of tokens.
  int size() {
    return size;
  }

  /// The distinct features of all lengths with their numbers of occurrences.
  ///
  /// @param lengths numbers of tokens of a feature, each 1 or more, ascending
  FeatureBag count(List<Integer> lengths) {
    int expected = Math.min(size, MAX_EXPECTED);
    FeatureBag bag = new FeatureBag(expected, expected * (lengths.size() - 1));
    byte[] repeated = null; // 1 for each token that occurs again
    for (int length : lengths) {
      int tokens = runLength(length, lengths);
      int count = size - tokens + 1;
      if (tokens == 0 || count <= 0) {
        return bag;
      }
      if (tokens == 1) {
        repeated = countTokens(bag);
      } else {
        bag.addAll(runs(tokens, count), count, mayRepeat(repeated, tokens, count));
      }
    }
    return bag;
  }

  private byte[] countTokens(FeatureBag bag) {
    int[] numbers = new int[size];
    bag.addAll(hashes, size, numbers);
    byte[] repeated = new byte[size];
    for (int i = 0; i < size; i++) {
      repeated[i] = (byte) (1 - bag.timesOf(numbers[i]) >>> Integer.SIZE - 1);
    }
    return repeated;
  }

  /// 1 for each run that may occur again: none of its tokens is unique.
  private static byte[] mayRepeat(byte @Nullable [] repeated, int tokens, int count) {
    byte[] mayRepeat;
    if (repeated == null) {
      mayRepeat = new byte[count];
      Arrays.fill(mayRepeat, (byte) 1);
      return mayRepeat;
    }
    mayRepeat = Arrays.copyOf(repeated, count);
    for (int next = 1; next < tokens; next++) {
      for (int i = 0; i < count; i++) {
        mayRepeat[i] &= repeated[i + next];
      }
    }
    return mayRepeat;
  }

  /// Passes the features of all lengths, in the order of lengths.
  void forEach(List<Integer> lengths, FeatureSink sink) {
    int occurrence = 0;
    for (int length : lengths) {
      int count = occurrences(length, lengths);
      long[] runs = count > 0 ? runs(runLength(length, lengths), count) : new long[0];
      for (int first = 0; first < count; first++) {
        sink.feature(runs[first], occurrence++);
      }
    }
  }

  /// The number of runs of a requested length.
  private int occurrences(int length, List<Integer> lengths) {
    int tokens = runLength(length, lengths);
    return tokens == 0 ? 0 : Math.max(0, size - tokens + 1);
  }

  /// The text of a feature. Requires hashes with token texts.
  ///
  /// @param occurrence as passed to a sink
  String name(List<Integer> lengths, int occurrence) {
    int first = occurrence;
    for (int length : lengths) {
      int count = occurrences(length, lengths);
      if (first < count) {
        return Objects.requireNonNull(names).of(first, runLength(length, lengths));
      }
      first -= count;
    }
    throw new IndexOutOfBoundsException(occurrence);
  }

  /// The length of runs for a requested `length`: the whole text if it is shorter than the shortest
  /// length.
  private int runLength(int length, List<Integer> lengths) {
    return length == lengths.getFirst() ? Math.min(length, size) : length;
  }

  /// The hashes of all runs of a number of tokens; the order of tokens matters.
  private long[] runs(int tokens, int count) {
    long[] runs = Arrays.copyOf(hashes, count);
    for (int next = 1; next < tokens; next++) {
      for (int i = 0; i < count; i++) {
        long mixed = (Long.rotateLeft(runs[i], 23) + hashes[i + next]) * FACTOR;
        mixed = (mixed ^ mixed >>> 32) * FACTOR;
        runs[i] = mixed ^ mixed >>> 32;
      }
    }
    return runs;
  }

  /// The concatenated texts of tokens, each preceded by a space.
  private static final class TokenNames {

    private byte[] texts = new byte[1 << 10];
    private int[] ends = new int[MIN_CAPACITY + 1]; // end of token i at i + 1
    private int size;

    void add(byte[] text, int start, int end) {
      int at = ends[size];
      int length = end - start;
      if (at + length + 1 > texts.length) {
        texts = Arrays.copyOf(texts, at + length + 1 + texts.length / 2);
      }
      if (size + 1 == ends.length) {
        ends = Arrays.copyOf(ends, ends.length + ends.length / 2);
      }
      texts[at] = ' ';
      System.arraycopy(text, start, texts, at + 1, length);
      ends[++size] = at + 1 + length;
    }

    String of(int first, int tokens) {
      int start = ends[first] + 1;
      return new String(texts, start, ends[first + tokens] - start, StandardCharsets.UTF_8);
    }
  }
}
