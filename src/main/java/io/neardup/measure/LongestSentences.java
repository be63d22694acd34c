package io.neardup.measure;

import io.neardup.measure.Measurement.Sentences;
import io.neardup.measure.Measurement.Skipped;
import io.neardup.simhash.Xxh3;
import io.neardup.text.NormalizedText;
import io.neardup.text.WordTokenizer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A signature of a text: its three longest distinct sentences. Cheap to compute, and equal for
/// copies with changed beginnings or ends. Sentences are equal if their words are, regardless of
/// case and punctuation. O(characters).
final class LongestSentences {

  private static final int COUNT = 3;

  private static final Skipped NO_ORDER = new Skipped("features alone do not make sentences");
  private static final Skipped NONE = new Skipped("a text without sentences resembles nothing");

  private static final WordTokenizer WORDS = new WordTokenizer();

  private LongestSentences() {}

  static Measurement of(@Nullable String a, @Nullable String b) {
    if (a == null || b == null) {
      return NO_ORDER;
    }
    Set<Long> first = signature(a);
    Set<Long> second = signature(b);
    if (first.isEmpty() || second.isEmpty()) {
      return NONE;
    }
    int of = Math.max(first.size(), second.size());
    boolean equal = first.equals(second);
    first.retainAll(second);
    return new Sentences(first.size(), of, equal);
  }

  /// A sentence, reduced to what the comparison needs.
  ///
  /// @param length of its words, in characters
  /// @param hash of its words
  private record Sentence(int length, long hash) {}

  private static Set<Long> signature(String text) {
    List<Sentence> longest = new ArrayList<>(COUNT + 1);
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (endsSentence(text, i)) {
        add(sentence(text.substring(start, i + 1)), longest);
        start = i + 1;
      }
    }
    add(sentence(text.substring(start)), longest);
    Set<Long> hashes = new HashSet<>();
    longest.forEach(sentence -> hashes.add(sentence.hash()));
    return hashes;
  }

  /// Whether a sentence ends with the character: at a full stop or similar, followed by white space
  /// in languages that use it, or at an empty line.
  private static boolean endsSentence(String text, int at) {
    boolean last = at + 1 == text.length();
    return switch (text.charAt(at)) {
      case '。', '！', '？', '；', '…', '।' -> true;
      case '.', '!', '?' -> last || Character.isWhitespace(text.charAt(at + 1));
      case '\n' -> last || text.charAt(at + 1) == '\n' || text.charAt(at + 1) == '\r';
      default -> false;
    };
  }

  private static Sentence sentence(String text) {
    ByteArrayOutputStream words = new ByteArrayOutputStream(text.length());
    WORDS.tokenize(
        NormalizedText.of(text),
        (bytes, start, end, spaceless) -> {
          words.write(bytes, start, end - start);
          words.write(' ');
        });
    byte[] joined = words.toByteArray();
    int length = new String(joined, StandardCharsets.UTF_8).length();
    return new Sentence(length, Xxh3.hash(joined, 0, joined.length));
  }

  /// Keeps the longest sentences; among equal lengths the smallest hashes, so that their order in
  /// the text does not matter.
  private static void add(Sentence sentence, List<Sentence> longest) {
    if (sentence.length() == 0 || longest.contains(sentence)) {
      return;
    }
    longest.add(sentence);
    longest.sort(
        Comparator.comparingInt(Sentence::length).reversed().thenComparingLong(Sentence::hash));
    if (longest.size() > COUNT) {
      longest.removeLast();
    }
  }
}
