package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpacelessBigramsTests {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of("相", List.of("相")),
        Arguments.of("相似", List.of("相似")),
        Arguments.of("相似度", List.of("相似", "似度")),
        Arguments.of("相 似", List.of("相", "似")),
        Arguments.of("相似，度", List.of("相似", "度")),
        Arguments.of("相，似度", List.of("相", "似度")),
        Arguments.of("相似度。计算", List.of("相似", "似度", "计算")),
        Arguments.of("51区", List.of("51", "区")),
        Arguments.of("iPhone手机", List.of("iphone", "手机")),
        Arguments.of("手机iPhone", List.of("手机", "iphone")),
        Arguments.of("手iPhone机", List.of("手", "iphone", "机")),
        Arguments.of("看iPhone手机a机", List.of("看", "iphone", "手机", "a", "机")),
        Arguments.of("ラーメン", List.of("ラー", "ーメ", "メン")),
        Arguments.of("ที่นี่", List.of("ที่นี่")),
        Arguments.of("ก\u0E31ข", List.of("ก\u0E31ข")),
        Arguments.of("𠀀𠀁𪜀", List.of("𠀀𠀁", "𠀁𪜀")),
        Arguments.of("한국어 문서", List.of("한국어", "문서")),
        Arguments.of("plain words only", List.of("plain", "words", "only")),
        Arguments.of("相\u200B似", List.of("相似")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void pairsNeighboursAndKeepsOtherTokens(String text, List<String> features) {
    assertThat(Tokens.bigrams(text)).isEqualTo(features);
  }

  @Test
  void marksOnlyPairsAndSinglesAsSpaceless() {
    List<Boolean> spaceless = new ArrayList<>();
    SpacelessBigrams bigrams = new SpacelessBigrams((text, start, end, is) -> spaceless.add(is));

    new WordTokenizer().tokenize(NormalizedText.of("相似度 word 区"), bigrams);
    bigrams.finish();

    assertThat(spaceless).containsExactly(true, true, false, true);
  }

  @Test
  void finishingTwiceAddsNothing() {
    List<Integer> starts = new ArrayList<>();
    SpacelessBigrams bigrams = new SpacelessBigrams((text, start, end, is) -> starts.add(start));

    new WordTokenizer().tokenize(NormalizedText.of("区"), bigrams);
    bigrams.finish();
    bigrams.finish();

    assertThat(starts).containsExactly(0);
  }
}
