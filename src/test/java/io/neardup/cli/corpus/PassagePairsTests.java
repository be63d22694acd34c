package io.neardup.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cli.files.FileFailure;
import io.neardup.passage.PassageTexts;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PassagePairsTests {

  private static final int RECORDS = 40;

  private final SplittableRandom random = new SplittableRandom(6);
  private final List<AnchoredText> texts = texts();

  /// Texts with one quotation.
  private List<AnchoredText> texts() {
    String quote = PassageTexts.words(random, 40, 100_000);
    return IntStream.range(0, RECORDS)
        .mapToObj(i -> PassageTexts.words(random, 20, 100_000) + " " + quote)
        .map(text -> AnchoredText.of(text, Profiles.SIMHASH_256_V1))
        .toList();
  }

  private PassagePairs pairs(long heap) {
    AnchorLists anchors = new AnchorLists(new Skipping(true, _ -> {}));
    texts.forEach(text -> anchors.add("", text.anchors().distinct(), text.tokens().size()));
    anchors.sort();
    PassagePairs pairs = new PassagePairs(anchors, 17, 0, 1_000_000, heap);
    pairs.collect(100);
    return pairs;
  }

  private void compare(PassagePairs pairs) {
    pairs.compare((records, reader) ->
        records.stream().forEach(record -> reader.read(record, texts.get(record))));
  }

  @Test
  void passagesOfAllPairsAreFound() throws IOException {
    PassagePairs pairs = pairs(64 << 20);
    compare(pairs);
    List<Integer> words = new ArrayList<>();
    pairs.forEach((a, b, common) -> words.add(common.longestRun()));
    assertThat(words).hasSize(RECORDS * (RECORDS - 1) / 2).allMatch(each -> each >= 40);
  }

  @Test
  void passagesThatTakeTooMuchMemoryAreRefusedWithTheRemedy() {
    PassagePairs pairs = pairs(1 << 20);
    assertThatThrownBy(() -> compare(pairs))
        .isInstanceOf(FileFailure.class)
        .hasMessageContainingAll("the passages found", "-Xmx", "--min-words");
  }
}
