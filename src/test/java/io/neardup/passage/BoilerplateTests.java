package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Profiles;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoilerplateTests {

  private static final int RECORDS = 3;

  private static RecordText record(String text) {
    return RecordText.of("r", text, Profiles.SIMHASH_256_V1, MarkedRuns.NONE);
  }

  private static boolean areAllNegative(Anchors anchors) {
    return IntStream.range(0, anchors.size()).allMatch(i -> anchors.hash(i) < 0);
  }

  /// Least hashes are mostly below 0; the few others sort behind them.
  @Test
  void anchorsOfBothSignsAreInOnePassage() {
    SplittableRandom random = new SplittableRandom(5);
    String words = PassageTexts.words(random, 300, 5_000);
    while (areAllNegative(record(words).anchors())) {
      words = PassageTexts.words(random, 300, 5_000);
    }
    AnchorLists lists = new AnchorLists(1 << 20);
    List<RecordText> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      records.add(record(words));
      lists.add(i, records.get(i).anchors().distinct(), 300);
    }
    lists.sort();
    Anchors anchors = records.get(0).anchors();

    List<Boilerplate.Frequent> found =
        new Boilerplate(lists, 17, RECORDS, 10, 10_000)
            .find((numbers, reader) ->
                numbers.stream().forEach(number -> reader.read(number, records.get(number))));

    assertThat(found).hasSize(1);
    assertThat(found.get(0).records()).isEqualTo(RECORDS);
    assertThat(found.get(0).start()).isEqualTo(records.get(0).tokens().start(anchors.token(0)));
    assertThat(found.get(0).words()).isGreaterThan(300 - 2 * Winnowing.STANDARD.guaranteedWords());
  }

  /// Of the records, the first with each row of frequent anchors suffice.
  @Test
  void anchorsMayBeCountedElsewhere() {
    RecordText text = record(PassageTexts.words(new SplittableRandom(6), 100, 5_000));
    long[] frequent = text.anchors().distinct();
    int[] records = IntStream.generate(() -> 12).limit(frequent.length).toArray();

    List<Boilerplate.Frequent> found =
        new Boilerplate(frequent, records, 17).find((numbers, reader) -> reader.read(0, text));

    assertThat(found).hasSize(1);
    assertThat(found.get(0).records()).isEqualTo(12);
  }

  /// Records with some of the anchors may lack words between them.
  @Test
  void recordsWithTheWholePassageAreCounted() {
    SplittableRandom random = new SplittableRandom(7);
    String notice = PassageTexts.words(random, 80, 1_000_000);
    AnchorLists lists = new AnchorLists(1 << 20);
    List<RecordText> records = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String[] words = notice.split(" ");
      if (i % 3 == 2) {
        words[20 + i] = "edited";
      }
      String around = PassageTexts.words(random, 40, 1_000_000);
      records.add(record(around + " " + String.join(" ", words) + " " + around));
      lists.add(i, records.get(i).anchors().distinct(), records.get(i).tokens().size());
    }
    lists.sort();
    for (int required : List.of(8, 9)) {
      List<Boilerplate.Frequent> found =
          new Boilerplate(lists, 17, required, 10, 10_000)
              .find((numbers, reader) ->
                  numbers.stream().forEach(number -> reader.read(number, records.get(number))));
      for (Boilerplate.Frequent passage : found) {
        long having =
            records.stream().filter(record -> record.text().contains(passage.text())).count();
        assertThat((long) passage.records()).isEqualTo(having).isGreaterThanOrEqualTo(required);
      }
      assertThat(found).isNotEmpty(); // parts of it, if few records have the whole
      assertThat(found.stream().mapToInt(Boilerplate.Frequent::words).max().orElse(0))
          .isGreaterThan(required == 8 ? 55 : 16);
    }
  }
}
