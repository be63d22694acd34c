package io.neardup.calibrate.edit;

import io.neardup.text.CharacterClass;
import java.util.ArrayList;
import java.util.List;

/// A text as words and what is between them; each character of scripts without spaces is a word.
///
/// @param words in order
/// @param gaps one more than words: before the first, between them, after the last
public record TextWords(List<String> words, List<String> gaps) {

  /// The words of a text.
  public static TextWords of(String text) {
    List<String> words = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    int gap = 0;
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      byte type = CharacterClass.of(codePoint);
      int end = at + Character.charCount(codePoint);
      if (type == CharacterClass.SEPARATOR) {
        at = end;
        continue;
      }
      end = type == CharacterClass.WORD ? wordEnd(text, end) : end;
      gaps.add(text.substring(gap, at));
      words.add(text.substring(at, end));
      gap = end;
      at = end;
    }
    gaps.add(text.substring(gap));
    return new TextWords(words, gaps);
  }

  private static int wordEnd(String text, int from) {
    int end = from;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      byte type = CharacterClass.of(codePoint);
      if (type != CharacterClass.WORD && type != CharacterClass.MARK) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  /// The number of words.
  public int count() {
    return words.size();
  }

  /// The words, joined to a text.
  public String text() {
    StringBuilder text = new StringBuilder(gaps.getFirst());
    for (int i = 0; i < words.size(); i++) {
      text.append(words.get(i)).append(gaps.get(i + 1));
    }
    return text.toString();
  }
}
