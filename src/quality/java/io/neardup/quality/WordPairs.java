package io.neardup.quality;

import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.Xxh3;
import io.neardup.text.NormalizedText;
import io.neardup.text.TokenSink;
import io.neardup.text.WordTokenizer;
import java.util.Arrays;

/// The distinct pairs of neighbouring words of a text, as hashes, for methods that compare sets.
final class WordPairs implements TokenSink {

  private static final long FACTOR = 0x9FB21C651E98DF25L;

  private final FeatureBag pairs = new FeatureBag(64);
  private long previous;
  private int tokens;

  private WordPairs() {}

  /// The hashes in ascending order; for a text with one word, the hash of that word.
  static long[] of(String text) {
    WordPairs sink = new WordPairs();
    new WordTokenizer().tokenize(NormalizedText.of(text), sink);
    if (sink.tokens == 1) {
      sink.pairs.add(sink.previous);
    }
    long[] hashes = new long[sink.pairs.size()];
    int[] count = {0};
    sink.pairs.forEach((hash, occurrences) -> hashes[count[0]++] = hash);
    Arrays.sort(hashes);
    return hashes;
  }

  @Override
  public void token(byte[] text, int start, int end, boolean spaceless) {
    long hash = Xxh3.hash(text, start, end);
    if (tokens++ > 0) {
      long mixed = (Long.rotateLeft(previous, 29) + hash) * FACTOR;
      pairs.add(mixed ^ mixed >>> 31);
    }
    previous = hash;
  }
}
