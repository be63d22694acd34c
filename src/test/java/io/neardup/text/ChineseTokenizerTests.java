package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChineseTokenizerTests {

  private static final Tokenizer CHINESE = new ChineseTokenizer();

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of("。，“”", List.of()),
        Arguments.of("研究生命的起源", List.of("研究", "生命", "的", "起源")),
        Arguments.of(
            "美国“51区”雇员称内部有9架飞碟，曾看见灰色外星人",
            List.of("美国", "51区", "雇员", "称", "内部", "有", "9架", "飞碟", "曾", "看见", "灰色", "外星人")),
        Arguments.of("只要0.01元", List.of("只要", "0", "01元")), // a point ends a number
        Arguments.of("我喜欢5😀外星人🎉", List.of("我", "喜欢", "5", "😀", "外星人", "🎉")),
        Arguments.of("乒乓球拍卖完了", List.of("乒乓球拍", "卖", "完", "了")),
        Arguments.of("传统的。算法", List.of("传统", "的", "算法")),
        Arguments.of("51区", List.of("51区")),
        Arguments.of("51 区", List.of("51", "区")),
        Arguments.of("５１区", List.of("51区")),
        Arguments.of("51", List.of("51")),
        Arguments.of("51,区", List.of("51", "区")),
        Arguments.of("第3季度", List.of("第", "3", "季度")),
        Arguments.of("2026年8月3日下午5点", List.of("2026年", "8月", "3日", "下午", "5点")),
        Arguments.of("a1区", List.of("a1", "区")),
        Arguments.of("iPhone手机降价", List.of("iphone", "手机", "降价")),
        Arguments.of("手机iPhone15新", List.of("手机", "iphone15", "新")),
        Arguments.of("龘龘", List.of("龘", "龘")),
        Arguments.of("𠀀𠀁人", List.of("𠀀", "𠀁", "人")),
        Arguments.of("3𠀀", List.of("3𠀀")),
        Arguments.of("二〇二六年", List.of("二", "〇", "二", "六", "年")),
        Arguments.of("コンピュータ", List.of("コ", "ン", "ピ", "ュ", "ー", "タ")),
        Arguments.of("한국어 words", List.of("한국어", "words")),
        Arguments.of("ภาษา中国", List.of("ภ", "า", "ษ", "า", "中国")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutsChineseIntoWords(String text, List<String> words) {
    assertThat(Tokens.of(CHINESE, text)).isEqualTo(words);
  }

  @Test
  void tokensCoverTheTextWithoutOverlap() {
    int[] letters = "中国人民的研究生命起源一二三龘𠀀々〇区年51 ，。aЖのカ한ภ\u0301".codePoints().toArray();
    Seeds.random(random -> {
      for (int i = 0; i < 1_000; i++) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(random.nextInt(20) == 0 ? 2_000 : 40); j > 0; j--) {
          text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        assertThat(String.join("", Tokens.of(CHINESE, text.toString())))
            .as("%s", text)
            .isEqualTo(String.join("", Tokens.words(text.toString())));
      }
    });
  }

  @Test
  void knowsWordsFarIntoARunWithoutPunctuation() {
    List<String> words = Tokens.of(CHINESE, "外星人看见飞碟".repeat(500));

    assertThat(words.stream().filter("外星人"::equals).count()).isGreaterThan(480);
  }

  @Test
  void manyThreadsGetTheSameWords() {
    String text = "雇员称内部有9架飞碟，曾看见灰色外星人。".repeat(20);
    List<String> words = Tokens.of(CHINESE, text);

    assertThat(IntStream.range(0, 200).parallel().mapToObj(i -> Tokens.of(CHINESE, text)))
        .allMatch(words::equals);
  }
}
