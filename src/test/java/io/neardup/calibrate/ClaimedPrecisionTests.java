package io.neardup.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.INTEGER;

import io.neardup.Seeds;
import io.neardup.calibrate.CalibrationWorld.Pair;
import io.neardup.calibrate.LabelCalibration.StoredText;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The precision that a calibration claims at the distance that it recommends, against the true one
/// among all pairs of worlds in which every near-duplicate is known.
class ClaimedPrecisionTests {

  private static final double MARGIN = 0.05;
  private static final List<Profile> PROFILES =
      List.of(Profiles.SIMHASH_256_V1, Profiles.SIMHASH_512_V1, Profiles.PAPER_V1);

  private static final List<Profile> OWN = List.of(Profiles.SIMHASH_256_V1);

  private static final CalibrationWorld PLAIN = CalibrationWorld.plain(900, 400, 3);
  private static final CalibrationWorld TEMPLATES = CalibrationWorld.templates(900, 16, 400, 4);

  /// Announcements that differ in a third of their words, which only labels can tell from copies.
  private static final CalibrationWorld FORMS = CalibrationWorld.templates(900, 26, 400, 6);

  private static void assertTrue(CalibrationWorld world, CalibrationResult result) {
    for (EvaluatedProfile each : result.profiles()) {
      assertThat(each.precision())
          .as("%s: %s", each.profile(), each.reason())
          .isCloseTo(precision(world, each), within(MARGIN));
    }
  }

  private static double precision(CalibrationWorld world, EvaluatedProfile calibrated) {
    Profile profile = new Profiles().find(calibrated.profile()).orElseThrow();
    return world.precision(profile, calibrated.distance());
  }

  /// Few pairs give few texts, from which the matches by chance are extrapolated to too many.
  private static void assertAtMost(CalibrationWorld world, CalibrationResult result) {
    for (EvaluatedProfile each : result.profiles()) {
      assertThat(each.precision()).isLessThan(precision(world, each) + MARGIN);
      assertThat(each.reason()).startsWith("Too few pairs");
    }
  }

  @Test
  void ofDocumentsWithoutLabels() {
    for (CalibrationWorld world : List.of(PLAIN, TEMPLATES)) {
      assertTrue(
          world,
          new DocumentCalibration(PROFILES, CalibrationOptions.DEFAULTS, CalibrationProgress.NONE)
              .of(world.texts(), world.size()));
    }
  }

  /// Labelled others are random pairs, which are nearly all far.
  static Stream<Arguments> balances() {
    return Seeds.some(
        Stream.of(
            Arguments.of(300, 300),
            Arguments.of(20, 20),
            Arguments.of(300, 10),
            Arguments.of(390, 2),
            Arguments.of(40, 2_000)));
  }

  @ParameterizedTest
  @MethodSource("balances")
  void ofLabelledPairsWhateverTheirBalance(int duplicates, int others) {
    for (CalibrationWorld world : List.of(PLAIN, TEMPLATES)) {
      List<Pair> pairs = world.labelled(duplicates, others, 5);
      LabelCalibration among = calibration(world, pairs, CalibrationOptions.DEFAULTS);
      assertTrue(world, among.result(world.texts(), (long) world.size()));
      CalibrationOptions known = new CalibrationOptions(1, 0.2, world.duplicatesPerDocument());
      LabelCalibration alone = calibration(world, pairs, known);
      CalibrationResult result = alone.result(null, (long) world.size());
      if (duplicates + others > 100) {
        assertTrue(world, result);
      } else {
        assertAtMost(world, result);
      }
    }
  }

  /// Labels alone do not show how many near-duplicates a document has. Too few labels of one kind
  /// may give another distance, but then the recommendation begins with a warning.
  @Test
  void ofLabelledPairsAloneDoesNotDependOnTheirBalance() {
    for (CalibrationWorld world : List.of(PLAIN, TEMPLATES, FORMS)) {
      List<EvaluatedProfile> near = alone(world, 390, 5);
      List<EvaluatedProfile> far = alone(world, 40, 2_000);
      for (int i = 0; i < PROFILES.size(); i++) {
        EvaluatedProfile one = near.get(i);
        EvaluatedProfile other = far.get(i);
        assertThat(near.get(i).calibration().duplicatesPerDocument()).isEqualTo(0.1);
        assertThat(far.get(i).calibration().duplicatesPerDocument()).isEqualTo(0.1);
        assertThat(List.of(one.reason(), other.reason()))
            .allSatisfy(reason -> assertThat(reason).startsWith("Too few pairs"));
        if (world != FORMS) {
          assertThat(one.distance())
              .as(near.get(i).profile())
              .isCloseTo(other.distance(), within(PROFILES.get(i).bits() / 64));
        }
      }
    }
  }

  private static List<EvaluatedProfile> alone(CalibrationWorld world, int duplicates, int others) {
    List<Pair> pairs = world.labelled(duplicates, others, 5);
    return calibration(world, pairs, CalibrationOptions.DEFAULTS).result(null, null).profiles();
  }

  private static LabelCalibration calibration(
      CalibrationWorld world, List<Pair> pairs, CalibrationOptions options) {
    LabelCalibration calibration =
        new LabelCalibration(PROFILES, options, CalibrationProgress.NONE);
    pairs.forEach(pair -> calibration.add(world.text(pair)));
    return calibration;
  }

  /// Pairs at some distances of the profile of the collection, as they are sampled for a person:
  /// equally many at each distance, with their weights.
  @ParameterizedTest
  @CsvSource({"0, 110, 500", "39, 90, 150", "30, 70, 60"})
  void ofJudgementsNearTheLimitOfOneProfile(int from, int to, int count) {
    for (CalibrationWorld world : List.of(TEMPLATES, FORMS)) {
      List<StoredText> stored = stored(world);
      LabelCalibration calibration = judged(world, stored, from, to, count, PROFILES);
      assertTrue(world, calibration.result(stored, world.size(), MatchCounts::new));
    }
  }

  /// In a collection that is larger than the sample of its documents, lookups count the pairs near
  /// the limit.
  @ParameterizedTest
  @CsvSource({"39, 90, 150, 1000", "30, 70, 60, 1000", "30, 70, 60, 5"})
  void ofJudgementsOfACollectionLargerThanTheSample(int from, int to, int count, int limit) {
    for (CalibrationWorld world : List.of(TEMPLATES, FORMS)) {
      List<StoredText> stored = stored(world);
      List<StoredText> shuffled = new ArrayList<>(stored);
      Collections.shuffle(shuffled, new Random(7));
      List<StoredText> sample = shuffled.subList(0, 300);
      LabelCalibration calibration = judged(world, stored, from, to, count, OWN);
      List<Integer> requested = new ArrayList<>();
      CalibrationResult result =
          calibration.result(
              sample,
              world.size(),
              distance -> {
                requested.add(distance);
                return lookups(stored, sample, distance, limit);
              });
      assertTrue(world, result);
      assertThat(requested)
          .singleElement()
          .asInstanceOf(INTEGER)
          .isBetween(from, to + 7); // the end of a stratum
    }
  }

  /// Looks up documents in the world.
  ///
  /// @param limit maximum of matches of each that are listed
  private static MatchCounts lookups(
      List<StoredText> world, List<StoredText> documents, int maxDistance, int limit) {
    MatchCounts counts = new MatchCounts(maxDistance);
    for (StoredText document : documents) {
      List<Integer> distances =
          world.stream()
              .filter(other -> other != document)
              .map(other -> TextSketcher.distance(document.fingerprint(), other.fingerprint()))
              .filter(distance -> distance <= maxDistance)
              .sorted()
              .toList();
      int listed = Math.min(limit, distances.size());
      counts.add(distances.subList(0, listed), listed < distances.size());
    }
    return counts;
  }

  private static List<StoredText> stored(CalibrationWorld world) {
    return world.texts().stream()
        .map(text ->
            new StoredText(
                Profiles.SIMHASH_256_V1.sketch(new Content.Text(text)).fingerprint(), text))
        .toList();
  }

  private static LabelCalibration judged(
      CalibrationWorld world,
      List<StoredText> stored,
      int from,
      int to,
      int count,
      List<Profile> profiles) {
    LabelCalibration calibration =
        new LabelCalibration(
            Profiles.SIMHASH_256_V1,
            profiles,
            CalibrationOptions.DEFAULTS,
            CalibrationProgress.NONE);
    int each = Math.max(1, count / (to - from + 1));
    world
        .byDistance(Profiles.SIMHASH_256_V1, from, to)
        .values()
        .forEach(pairs -> {
          Collections.shuffle(pairs, new Random(1));
          List<Pair> chosen = pairs.subList(0, Math.min(each, pairs.size()));
          for (Pair pair : chosen) {
            LabelledPair texts = world.text(pair);
            double weight = (double) pairs.size() / chosen.size();
            calibration.add(distance(stored, pair), pair.duplicate(), weight, texts.a(), texts.b());
          }
        });
    return calibration;
  }

  private static int distance(List<StoredText> stored, Pair pair) {
    return TextSketcher.distance(
        stored.get(pair.a()).fingerprint(), stored.get(pair.b()).fingerprint());
  }
}
