package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChineseDictionaryTests {

  @Test
  void hasEveryWordOnceWithItsFrequency() {
    Map<String, Integer> words = new HashMap<>();
    ChineseDictionary.forEach(
        (word, count) -> assertThat(words.put(word, count)).as(word).isNull());

    assertThat(words).hasSize(85_536);
    assertThat(words)
        .containsEntry("的", 358_156)
        .containsEntry("美国", 7_215)
        .containsEntry("飞碟", 12)
        .containsEntry("乒乓球拍", 8);
    assertThat(words.keySet())
        .allMatch(word -> word.codePoints().allMatch(Character::isIdeographic));
  }
}
