package io.neardup.passage;

import java.util.SplittableRandom;

/// Random texts.
public final class PassageTexts {

  private PassageTexts() {}

  /// Words and characters of scripts without spaces, mixed.
  static String random(SplittableRandom random, int tokens, int distinct) {
    StringBuilder text = new StringBuilder();
    boolean words = true;
    for (int i = 0; i < tokens; i++) {
      if (random.nextInt(8) == 0) {
        words = !words;
      }
      int number = random.nextInt(distinct);
      text.append(words ? " w" + number : String.valueOf((char) ('一' + number)));
    }
    return text.toString();
  }

  /// Words.
  public static String words(SplittableRandom random, int count, int distinct) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "w" : " w").append(random.nextInt(distinct));
    }
    return text.toString();
  }

  /// Characters of a script without spaces.
  static String characters(SplittableRandom random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) random.nextInt('一', '龥'));
    }
    return text.toString();
  }
}
