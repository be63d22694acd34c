package io.neardup.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// Texts of random words, some of them copies of others with other words.
record Records(List<String> texts) {

  private static final int WORDS = 60;

  /// Texts of which about a third are near or equal to an earlier one.
  static Records some(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<String>> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = i == 0 ? 9 : random.nextInt(10);
      List<String> words = new ArrayList<>();
      if (kind < 3) {
        words.addAll(made.get(random.nextInt(made.size())));
        for (int changes = kind == 0 ? 0 : random.nextInt(12); changes > 0; changes--) {
          words.set(random.nextInt(WORDS), word(random));
        }
      } else {
        for (int word = 0; word < WORDS; word++) {
          words.add(word(random));
        }
      }
      made.add(words);
    }
    return new Records(made.stream().map(words -> String.join(" ", words)).toList());
  }

  private static String word(SplittableRandom random) {
    return "w" + Integer.toString(random.nextInt(5_000), 36);
  }

  /// As JSON lines, with ids `d0`, `d1` and so on.
  String json() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      lines.append(json(i)).append('\n');
    }
    return lines.toString();
  }

  /// A JSON line without its line feed.
  String json(int index) {
    return "{\"id\": \"d"
        + index
        + "\", \"n\": ["
        + index
        + "],  \"text\": \""
        + texts.get(index)
        + "\"}";
  }

  /// As lines.
  String lines() {
    return texts.stream().map(text -> text + "\n").collect(Collectors.joining());
  }
}
