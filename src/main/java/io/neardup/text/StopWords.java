package io.neardup.text;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;

/// A tokeniser that leaves out stop words.
///
/// A listed word matches tokens as the tokeniser returns them; a word with an apostrophe, such as
/// `don't`, also matches the parts that [WordTokenizer] makes of it. O(bytes), no allocation.
public final class StopWords implements Tokenizer {

  private final Tokenizer tokenizer;
  private final byte[][] words; // an open-addressing table, empty arrays are free places

  /// Removes stop words from the tokens of a text.
  ///
  /// @param tokenizer of the text
  /// @param words to leave out, such as a list from [StopWordLists]
  /// @param normalizer of texts, applied to the stop words as well
  public StopWords(
      Tokenizer tokenizer, Set<String> words, Function<String, NormalizedText> normalizer) {
    this.tokenizer = tokenizer;
    this.words = new byte[Integer.highestOneBit(Math.max(8, words.size()) * 8)][];
    Arrays.fill(this.words, new byte[0]);
    words.forEach(word -> add(normalizer.apply(word.strip())));
  }

  private StopWords(Tokenizer tokenizer, byte[][] words) {
    this.tokenizer = tokenizer;
    this.words = words;
  }

  @Override
  public Tokenizer forPassages() {
    return new StopWords(tokenizer.forPassages(), words);
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

  /// The slot of the word, or the free slot for it.
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
