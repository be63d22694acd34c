package io.neardup.profile;

import io.neardup.simhash.IdfLevels;
import io.neardup.simhash.IdfTable;
import io.neardup.simhash.Xxh3;
import io.neardup.text.ChineseDictionary;

/// The levels of Chinese words: one of five weights, by their rarity in the newspaper text behind
/// the dictionary. Loaded once, on first use.
final class ChineseLevels {

  /* idf = 1 + ln((words + 1) / (count + 1)) over the running text, so

    level  rarer than one word in   count
      –               –             above 57,500: noise, left out
      1              100             above 1,900
      2             3,000            above 470
      3            12,000            above 117
      4            50,000            above 29
      5           200,000            less, or not in the dictionary

  Only five words are more frequent than one in a hundred: function words of almost every sentence. */

  private static final double FIRST = IdfTable.idf(0, 99);
  private static final double SECOND = 9;
  private static final double STEP = 1.4;

  private ChineseLevels() {}

  /// The level of the word `text[start, end)`, 0 for noise words. A number has the level of the
  /// word it counts: `9架` has the level of `架`. A number alone has level 1.
  static int level(byte[] text, int start, int end) {
    int word = start;
    while (word < end && text[word] >= '0' && text[word] <= '9') {
      word++;
    }
    if (word == end) {
      return 1;
    }
    long hash = Xxh3.hash(text, word, end);
    boolean noise = word == start && Table.LEVELS.table().idf(hash) < FIRST;
    return noise ? 0 : Table.LEVELS.level(hash);
  }

  private static final class Table {

    static final IdfLevels LEVELS = new IdfLevels(load(), SECOND, STEP);

    private static IdfTable load() {
      long[] words = {0};
      ChineseDictionary.forEach((word, count) -> words[0] += count);
      IdfTable.Builder table = new IdfTable.Builder();
      ChineseDictionary.forEach(
          (word, count) -> table.add(Xxh3.hash(word), IdfTable.idf(count, words[0])));
      return table.build();
    }
  }
}
