package io.neardup.pairs.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.GoldenVector;
import io.neardup.Json;
import io.neardup.Seeds;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinimaTests {

  private static final BandPlan PLAN = new BandPlan(4, 45);

  private static int[] minima(BandPlan plan, long... features) {
    Minima minima = new Minima(plan);
    LongStream.of(features).forEach(feature -> minima.feature(feature, 1));
    return minima.all();
  }

  /// As the recipe in Python prints them.
  private static String bands(String text) {
    Minima minima = new Minima(PLAN);
    Profiles.SIMHASH_256_V1.sketch(new Content.Text(text), minima);
    BandRow row = minima.row();
    return IntStream.of(row.keys())
            .mapToObj(key -> HexFormat.of().toHexDigits(key))
            .collect(Collectors.joining(" "))
        + " "
        + HexFormat.of().toHexDigits(row.sketch()[1])
        + HexFormat.of().toHexDigits(row.sketch()[0])
        + " "
        + HexFormat.of().formatHex(row.further());
  }

  @Test
  void bandsAreTheGoldenOnes() {
    List<String> lines = GoldenVector.lines("minima-v1");
    assertThat(lines).hasSizeGreaterThan(40);
    assertThat(lines.stream().skip(1).map(line -> line.split("\t")))
        .allSatisfy(cells ->
            assertThat(bands(Json.read(cells[1]).asString())).as(cells[1]).isEqualTo(cells[0]));
  }

  @Test
  void theOrderOfFeaturesDoesNotMatter() {
    Seeds.random(random -> {
      long[] features = random.longs(random.nextInt(1, 500)).toArray();
      long[] reversed = new long[features.length];
      Arrays.setAll(reversed, i -> features[features.length - 1 - i]);
      assertThat(minima(PLAN, reversed)).isEqualTo(minima(PLAN, features));
      FeatureHash one = new FeatureHash(null);
      FeatureHash other = new FeatureHash(null);
      LongStream.of(features).forEach(feature -> one.feature(feature, feature >>> 40));
      LongStream.of(reversed).forEach(feature -> other.feature(feature, feature >>> 40));
      assertThat(one.value()).isEqualTo(other.value());
      other.feature(1, 1);
      assertThat(one.value()).isNotEqualTo(other.value());
    });
  }

  /// The share of agreeing minima over many pairs: its error is .002. Texts of few features, of as
  /// many as there are places, and of many more; the last column is their common part.
  @ParameterizedTest
  @CsvSource({"5, 5", "8, 6", "16, 11", "120, 66", "190, 20", "400, 300"})
  void minimaAgreeByTheShareOfCommonFeatures(int features, int common) {
    SplittableRandom random = new SplittableRandom(7);
    double share = (double) common / (2 * features - common);
    long agreeing = 0;
    long all = 0;
    for (int pair = 0; pair < 400; pair++) {
      long[] both = random.longs(common).toArray();
      long[] rest = random.longs(2 * (features - common)).toArray();
      int[] one = minima(PLAN, with(both, Arrays.copyOf(rest, rest.length / 2)));
      int[] other =
          minima(PLAN, with(both, Arrays.copyOfRange(rest, rest.length / 2, rest.length)));
      agreeing += IntStream.range(0, one.length).filter(i -> one[i] == other[i]).count();
      all += one.length;
    }
    assertThat((double) agreeing / all).isCloseTo(share, within(0.012));
  }

  private static long[] with(long[] some, long[] others) {
    return LongStream.concat(LongStream.of(some), LongStream.of(others)).toArray();
  }

  /// Of one feature, no two minima are equal: the places that no round has filled are filled too.
  @Test
  void aTextOfOneFeatureHasAllMinima() {
    assertThat(IntStream.of(minima(PLAN, 42)).distinct().count()).isEqualTo(PLAN.functions());
  }

  @Test
  void aTextWithoutFeaturesHasNone() {
    assertThatThrownBy(() -> new Minima(PLAN).row()).isInstanceOf(IllegalStateException.class);
  }
}
