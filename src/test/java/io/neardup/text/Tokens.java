package io.neardup.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Collects tokens as strings.
final class Tokens implements TokenSink {

  private final List<String> tokens = new ArrayList<>();

  /// The tokens of `text` by `tokenizer`.
  static List<String> of(Tokenizer tokenizer, String text) {
    Tokens tokens = new Tokens();
    tokenizer.tokenize(NormalizedText.of(text), tokens);
    return tokens.tokens;
  }

  /// The words of `text`.
  static List<String> words(String text) {
    Tokens words = new Tokens();
    new WordTokenizer().tokenize(NormalizedText.of(text), words);
    return words.tokens;
  }

  /// The words of `text`, with characters of scripts without spaces joined in pairs.
  static List<String> bigrams(String text) {
    Tokens pairs = new Tokens();
    SpacelessBigrams bigrams = new SpacelessBigrams(pairs);
    new WordTokenizer().tokenize(NormalizedText.of(text), bigrams);
    bigrams.finish();
    return pairs.tokens;
  }

  /// The tokens of a program.
  static List<String> code(String program) {
    Tokens tokens = new Tokens();
    new CodeTokenizer().tokenize(NormalizedText.withCase(program), tokens);
    return tokens.tokens;
  }

  @Override
  public void token(byte[] text, int start, int end, boolean spaceless) {
    tokens.add(new String(text, start, end - start, StandardCharsets.UTF_8));
  }
}
