package io.neardup.bench;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/// Texts and programs of random words, whose frequencies are as skewed as in natural languages.
public final class Texts {

  private static final String LETTERS = "eeeetttaaaooiinnsshhrrddlcumwfgypbvk";

  private final SplittableRandom random;

  /// The same texts for the same seed.
  public Texts(long seed) {
    random = new SplittableRandom(seed);
  }

  /// Sentences of made-up words out of 20,000.
  ///
  /// @param bytes of UTF-8, about
  public String english(int bytes) {
    StringBuilder text = new StringBuilder(bytes + 16);
    while (text.length() < bytes) {
      String word = word(skewed(20_000));
      boolean first = text.isEmpty() || text.charAt(text.length() - 2) == '.';
      text.append(first ? Character.toUpperCase(word.charAt(0)) : word.charAt(0))
          .append(word, 1, word.length())
          .append(random.nextInt(12) == 0 ? ". " : random.nextInt(12) == 0 ? ", " : " ");
    }
    return text.toString();
  }

  /// Clauses of Chinese characters out of 3,000.
  ///
  /// @param bytes of UTF-8, about
  String chinese(int bytes) {
    StringBuilder text = new StringBuilder(bytes / 3 + 1);
    while (text.length() * 3 < bytes) {
      text.append((char) ('\u4E00' + skewed(3_000) * 7 % 20_000));
      if (random.nextInt(12) == 0) {
        text.append(random.nextBoolean() ? '，' : '。');
      }
    }
    return text.toString();
  }

  /// Methods of a program in the manner of Java: declarations, calls, conditions, loops, comments.
  ///
  /// @param bytes of UTF-8, about
  String code(int bytes) {
    StringBuilder text = new StringBuilder(bytes + 400);
    while (text.length() < bytes) {
      text.append("  /** ").append(words(6)).append(". */\n  public ");
      text.append(random.nextBoolean() ? "int " : "String ").append(name()).append("(int ");
      text.append(name()).append(", List<String> ").append(name()).append(") {\n");
      for (int statements = 2 + random.nextInt(8); statements > 0; statements--) {
        text.append("    ").append(statement()).append('\n');
      }
      text.append("    return ").append(name()).append(";\n  }\n\n");
    }
    return text.toString();
  }

  private String statement() {
    return switch (random.nextInt(6)) {
      case 0 -> "// " + words(5);
      case 1 -> "int " + name() + " = " + name() + " + " + random.nextInt(100) + ";";
      case 2 -> name() + "." + name() + "(\"" + words(3) + "\", " + name() + ");";
      case 3 -> "if (" + name() + " != null && " + name() + " > " + random.nextInt(10) + ") {";
      case 4 -> "for (int i = 0; i < " + name() + ".size(); i++) {";
      default -> "} // " + words(1);
    };
  }

  private String words(int count) {
    StringBuilder words = new StringBuilder(word(skewed(20_000)));
    for (int i = 1; i < count; i++) {
      words.append(' ').append(word(skewed(20_000)));
    }
    return words.toString();
  }

  /// One or two words in camel case.
  private String name() {
    String first = word(skewed(300));
    String second = word(skewed(300));
    return random.nextBoolean()
        ? first
        : first + Character.toUpperCase(second.charAt(0)) + second.substring(1);
  }

  static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// A random number below `bound`; small numbers are more frequent.
  private int skewed(int bound) {
    return (int) Math.pow(bound, random.nextDouble()) - 1;
  }

  /// The word with that number, always the same; small numbers have short words.
  private static String word(int number) {
    SplittableRandom letters = new SplittableRandom(number);
    int length = 2 + letters.nextInt(3) + (number < 100 ? 0 : letters.nextInt(6));
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append(LETTERS.charAt(letters.nextInt(LETTERS.length())));
    }
    return word.toString();
  }
}
