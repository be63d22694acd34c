package io.neardup.profile;

import io.neardup.simhash.Xxh3;
import io.neardup.text.TokenSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Makes features of tokens: each run of `size` neighbouring tokens is one, so that their order
/// counts. A text with fewer tokens is one feature in all.
///
/// Serves one text: call [#finish()] after its last token.
final class Shingles implements TokenSink {

  private static final long FACTOR = 0xD6E8FEB86659FD93L;

  private final int size;
  private final FeatureSink next;
  private final long[] hashes; // of the latest tokens, round and round
  private final String @Nullable [] names;
  private long count;

  /// @param size 1 or more
  /// @param named whether features get their names
  Shingles(int size, boolean named, FeatureSink next) {
    this.size = size;
    this.next = next;
    this.hashes = new long[size];
    this.names = named ? new String[size] : null;
  }

  @Override
  public void token(byte[] text, int start, int end, boolean spaceless) {
    long hash = Xxh3.hash(text, start, end);
    if (size == 1 && names == null) {
      next.feature(hash, null);
      return;
    }
    int place = (int) (count++ % size);
    hashes[place] = hash;
    if (names != null) {
      names[place] = new String(text, start, end - start, StandardCharsets.UTF_8);
    }
    if (count >= size) {
      shingle(size);
    }
  }

  /// Hands on what there is of a text with fewer tokens than a shingle has.
  void finish() {
    if (count > 0 && count < size) {
      shingle((int) count);
    }
  }

  private void shingle(int tokens) {
    int first = (int) ((count - tokens) % size);
    long hash = hashes[first];
    for (int i = 1; i < tokens; i++) {
      hash = append(hash, hashes[(first + i) % size]);
    }
    next.feature(hash, names == null ? null : name(names, first, tokens));
  }

  private String name(String[] tokenNames, int first, int tokens) {
    String[] ordered = new String[tokens];
    for (int i = 0; i < tokens; i++) {
      ordered[i] = tokenNames[(first + i) % size];
    }
    return String.join(" ", Arrays.asList(ordered));
  }

  /// The hash of a longer shingle; the order of tokens matters.
  private static long append(long hash, long token) {
    long mixed = (Long.rotateLeft(hash, 23) + token) * FACTOR;
    mixed = (mixed ^ mixed >>> 32) * FACTOR;
    return mixed ^ mixed >>> 32;
  }
}
