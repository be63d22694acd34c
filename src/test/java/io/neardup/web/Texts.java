package io.neardup.web;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Texts that have no near-duplicates except each other.
public final class Texts {

  private static final String SYLLABLES =
      "ba be bi bo bu da de di do du ka ke ki ko ku ma me mi mo mu";

  private Texts() {}

  /// 120 words; another text for every seed.
  public static String of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] syllables = SYLLABLES.split(" ");
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      StringBuilder word = new StringBuilder();
      for (int j = 0; j < 5; j++) {
        word.append(syllables[random.nextInt(syllables.length)]);
      }
      words.add(word.toString());
    }
    return String.join(" ", words);
  }

  /// The same text with other words in place of the first ones.
  public static String edited(long seed, int count) {
    String[] words = of(seed).split(" ");
    for (int i = 0; i < count; i++) {
      words[i] = "edit" + i;
    }
    return String.join(" ", words);
  }
}
