package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopWordsTests {

  @ParameterizedTest
  @CsvSource({
    "en, The cat sat on the mat, cat sat mat",
    "en, I don't know what it is, know",
    "de, Die Katze saß auf der Matte, katze saß matte",
    "fr, Le chat dort sur l'herbe avec eux, chat dort herbe",
    "es, El gato está en la casa, gato casa",
    "it, Il gatto è sul tappeto, gatto tappeto",
    "pt, O gato está na casa, gato casa",
    "ru, Кошка сидела на ковре и она спала, кошка сидела ковре спала",
    "nl, De kat zat op de mat, kat zat mat",
    "no, Katten satt på matten, katten satt matten",
    "tr, Kedi ve köpek, kedi köpek"
  })
  void leavesOutStopWords(String language, String text, String words) {
    Tokenizer tokenizer = stopWords(new WordTokenizer(), StopWordLists.of(language));

    assertThat(String.join(" ", Tokens.of(tokenizer, text))).isEqualTo(words);
  }

  @Test
  void leavesOutParticlesOfChinese() {
    Tokenizer tokenizer = stopWords(new ChineseTokenizer(), StopWordLists.of("zh"));

    assertThat(Tokens.of(tokenizer, "研究生命的起源，和在地球上的历史"))
        .containsExactly("研究", "生命", "起源", "地球", "历史");
  }

  @Test
  void leavesOutParticlesOfJapanese() {
    Tokenizer tokenizer = stopWords(new UnicodeWordTokenizer(), StopWordLists.of("ja"));

    assertThat(Tokens.of(tokenizer, "猫は庭にいる")).containsExactly("猫", "庭", "る");
  }

  @Test
  void findsWordsWithApostrophesWholeAndInParts() {
    Set<String> list = Set.of("Don't");

    assertThat(Tokens.of(stopWords(new UnicodeWordTokenizer(), list), "We don't"))
        .isEqualTo(List.of("we"));
    assertThat(Tokens.of(stopWords(new WordTokenizer(), list), "We don't"))
        .isEqualTo(List.of("we"));
  }

  @Test
  void keepsAllWordsOfLanguagesWithoutList() {
    assertThat(Tokens.of(stopWords(new WordTokenizer(), Set.of()), "the cat"))
        .containsExactly("the", "cat");
    assertThat(Tokens.of(stopWords(new WordTokenizer(), Set.of("", " ")), "the cat"))
        .containsExactly("the", "cat");
  }

  @Test
  void findsEveryWordOfALongListAndNoOther() {
    SplittableRandom random = new SplittableRandom(1);
    Set<String> list = new HashSet<>();
    while (list.size() < 3_000) {
      list.add(Integer.toString(random.nextInt(100_000), 36));
    }
    Tokenizer tokenizer = stopWords(new WordTokenizer(), list);

    for (int i = 0; i < 100_000; i++) {
      String word = Integer.toString(i, 36);
      assertThat(Tokens.of(tokenizer, word).isEmpty()).as(word).isEqualTo(list.contains(word));
    }
  }

  @Test
  void everyLanguageHasADifferentList() {
    assertThat(StopWordLists.languages())
        .contains("en", "zh", "de", "fr", "es", "it", "pt", "ru", "ja");
    assertThat(StopWordLists.languages().stream().map(StopWordLists::of).distinct())
        .hasSameSizeAs(StopWordLists.languages())
        .allMatch(list -> list.size() > 20);
  }

  @Test
  void listsAvailableLanguagesInMessage() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StopWordLists.of("xx"))
        .withMessageStartingWith("language must be one of ar, bg, cs, da, de, el, en,")
        .withMessageEndingWith("was xx");
  }

  private static Tokenizer stopWords(Tokenizer tokenizer, Set<String> list) {
    return new StopWords(tokenizer, list, NormalizedText::of);
  }
}
