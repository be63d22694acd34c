package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.GoldenVector;
import io.neardup.Json;
import io.neardup.profile.Content.Features;
import io.neardup.profile.Content.Text;
import io.neardup.profile.Content.Tokens;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.text.ChineseDictionary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChineseProfileTests {

  private static final Profile CHINESE = Profiles.Special.CHINESE_V1;

  private static final String SENTENCE = "美国“51区”雇员称内部有9架飞碟，曾看见灰色外星人";

  /// The words of each text with their levels, from which a client computes its fingerprint without
  /// the segmenter.
  @Test
  void goldenWordsHaveTheirLevels() {
    List<String> lines = GoldenVector.lines("chinese-v1-words");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t");
      Map<String, Double> expected = new HashMap<>();
      Json.read(cells[1])
          .properties()
          .forEach(word -> expected.put(word.getKey(), word.getValue().asDouble()));
      assertThat(levels(cells[0])).as(cells[0]).isEqualTo(expected);
    }
    assertThat(lines).hasSize(GoldenVector.of("chinese-v1").size() + 1);
  }

  /// The levels of all words of the dictionary equal those of the table in `docs/recipe.md`.
  @Test
  void levelsAreRangesOfCounts() throws IOException {
    NavigableMap<Integer, Integer> levels = new TreeMap<>(Map.of(0, 5));
    Pattern.compile("(?m)^ *\\| ([0-9,]+) and more \\| ([0-9])")
        .matcher(Files.readString(Path.of("docs/recipe.md")))
        .results()
        .forEach(row ->
            levels.put(
                Integer.valueOf(row.group(1).replace(",", "")), Integer.valueOf(row.group(2))));
    assertThat(levels).hasSize(6);
    ChineseDictionary.forEach((word, count) -> {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      assertThat(ChineseLevels.level(bytes, 0, bytes.length))
          .as("level of %s, which occurs %d times", word, count)
          .isEqualTo(levels.floorEntry(count).getValue());
    });
  }

  @Test
  void noiseWordsAreLeftOut() {
    assertThat(levels("在美国的和是了")).containsOnlyKeys("美国");
    assertThat(CHINESE.sketch(new Text("的，在了；和是。")).isEmpty()).isTrue();
  }

  @Test
  void aNumberHasTheLevelOfTheWordItCounts() {
    assertThat(levels("100元 9架 2个 3飞 4的 13800138000"))
        .containsEntry("100元", 1.0)
        .containsEntry("9架", 3.0)
        .containsEntry("2个", 1.0)
        .containsEntry("4的", 1.0)
        .containsEntry("13800138000", 1.0);
  }

  @Test
  void everyOccurrenceAddsItsLevel() {
    Explanation.Feature seen = CHINESE.explain(new Text("看见美国看见，美国看见")).features().getFirst();

    assertThat(seen.feature()).isEqualTo("看见");
    assertThat(seen.count()).isEqualTo(3);
    assertThat(seen.weight()).isEqualTo(9);
    assertThat(CHINESE.sketch(new Text("看见美国看见，美国看见")).features()).isEqualTo(2);
  }

  @Test
  void aRowOfEqualTokensCountsOnce() {
    String post = "看见灰色外星人";
    for (String row : List.of("😂😂😂😂😂😂", "[哈哈][哈哈] [哈哈]", "哈哈，哈哈")) {
      String once = row.contains("😂") ? "😂" : "哈哈";
      assertThat(CHINESE.sketch(new Text(post + row)))
          .isEqualTo(CHINESE.sketch(new Text(post + once)));
      assertThat(CHINESE.explain(new Text(post + row)).fingerprint())
          .isEqualTo(CHINESE.sketch(new Text(post + once)).fingerprint());
    }
  }

  @Test
  void weightsOfTheCallerAreUsedUnchanged() {
    Features given =
        new Features(
            levels(SENTENCE).entrySet().stream()
                .map(word -> new WeightedFeature(word.getKey(), word.getValue()))
                .toList());

    assertThat(CHINESE.sketch(given)).isEqualTo(CHINESE.sketch(new Text(SENTENCE)));
    assertThat(CHINESE.explain(given).columns())
        .isEqualTo(CHINESE.explain(new Text(SENTENCE)).columns());
  }

  @Test
  void tokensOfTheCallerGetLevels() {
    List<String> words = List.copyOf(levels(SENTENCE).keySet());

    assertThat(CHINESE.sketch(new Tokens(words))).isEqualTo(CHINESE.sketch(new Text(SENTENCE)));
    assertThat(CHINESE.sketch(new Tokens(List.of("的"))).isEmpty()).isTrue();
    assertThat(CHINESE.sketch(new Tokens(List.of(""))).features()).isEqualTo(1);
  }

  private static Map<String, Double> levels(String text) {
    return CHINESE.explain(new Text(text)).features().stream()
        .collect(Collectors.toMap(Explanation.Feature::feature, Explanation.Feature::weight));
  }
}
