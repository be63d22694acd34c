package io.neardup.profile;

import io.neardup.simhash.Xxh3;
import io.neardup.text.TokenSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes features of tokens: each run of so many neighbouring tokens is one, so that their order
/// counts. Of a text with fewer tokens than the shortest run has, all tokens together are one
/// feature.
///
/// Serves one text: call [#finish()] after its last token.
final class Shingles implements TokenSink {

  private static final long FACTOR = 0xD6E8FEB86659FD93L;

  private final int[] sizes; // ascending
  private final FeatureSink next;
  private final long[] hashes; // of the latest tokens, a ring
  private final String @Nullable [] names;
  private long count;

  /// @param sizes how many tokens a run has, each 1 or more, ascending
  /// @param named whether features get their names
  Shingles(List<Integer> sizes, boolean named, FeatureSink next) {
    this.sizes = sizes.stream().mapToInt(Integer::intValue).toArray();
    this.next = next;
    int longest = this.sizes[this.sizes.length - 1];
    this.hashes = new long[longest];
    this.names = named ? new String[longest] : null;
  }

  @Override
  public void token(byte[] text, int start, int end, boolean spaceless) {
    long hash = Xxh3.hash(text, start, end);
    if (hashes.length == 1 && names == null) {
      next.feature(hash, null);
      return;
    }
    int place = (int) (count++ % hashes.length);
    hashes[place] = hash;
    if (names != null) {
      names[place] = new String(text, start, end - start, StandardCharsets.UTF_8);
    }
    for (int size : sizes) {
      if (count >= size) {
        shingle(size);
      }
    }
  }

  /// Passes on the only feature of a text with fewer tokens than the shortest run.
  void finish() {
    if (count > 0 && count < sizes[0]) {
      shingle((int) count);
    }
  }

  private void shingle(int tokens) {
    int first = (int) ((count - tokens) % hashes.length);
    long hash = hashes[first];
    for (int i = 1; i < tokens; i++) {
      hash = append(hash, hashes[(first + i) % hashes.length]);
    }
    next.feature(hash, names == null ? null : name(names, first, tokens));
  }

  private String name(String[] tokenNames, int first, int tokens) {
    String[] ordered = new String[tokens];
    for (int i = 0; i < tokens; i++) {
      ordered[i] = tokenNames[(first + i) % tokenNames.length];
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
