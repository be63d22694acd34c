package io.neardup.text;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;

/// Leaves out the words that every text of a language has.
///
/// A listed word is found as the tokeniser gives it, and where it has an apostrophe, such as
/// `don't`, as the parts that [WordTokenizer] makes of it. O(bytes), no allocation.
public final class StopWords implements Tokenizer {

  private final Tokenizer tokenizer;
  private final byte[][] words; // an open-addressing table, empty where free

  /// @param tokenizer cuts the text into tokens, some of which are left out
  /// @param words to leave out, such as [StopWordLists] have
  /// @param normalizer how texts are normalised, and so are these words
  public StopWords(
      Tokenizer tokenizer, Set<String> words, Function<String, NormalizedText> normalizer) {
    this.tokenizer = tokenizer;
    this.words = new byte[Integer.highestOneBit(Math.max(8, words.size()) * 8)][];
    Arrays.fill(this.words, new byte[0]);
    words.forEach(word -> add(normalizer.apply(word.strip())));
  }

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    tokenizer.tokenize(
        text,
        (bytes, start, end, spaceless) -> {
          if (words[place(bytes, start, end)].length == 0) {
            sink.token(bytes, start, end, spaceless);
          }
        });
  }

  private void add(NormalizedText normalized) {
    add(normalized.bytes(), 0, normalized.length());
    new WordTokenizer()
        .tokenize(
            normalized,
            (bytes, start, end, spaceless) -> {
              if (!spaceless) {
                add(bytes, start, end);
              }
            });
  }

  private void add(byte[] bytes, int start, int end) {
    words[place(bytes, start, end)] = Arrays.copyOfRange(bytes, start, end);
  }

  /// Where the word is, or would be.
  private int place(byte[] bytes, int start, int end) {
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = hash * 31 + bytes[i];
    }
    int mask = words.length - 1;
    int at = (hash ^ hash >>> 15) & mask;
    while (words[at].length > 0
        && !Arrays.equals(words[at], 0, words[at].length, bytes, start, end)) {
      at = at + 1 & mask;
    }
    return at;
  }
}
