package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DocumentFrequenciesTests {

  @Test
  void countsDocumentsPerFeature() {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    frequencies.add(bag(1, 1, 1, 2));
    frequencies.add(bag(1, 3));
    frequencies.add(bag());
    IdfTable table = frequencies.build();

    assertThat(frequencies.documents()).isEqualTo(3);
    assertThat(table.size()).isEqualTo(3);
    assertThat(table.idf(1)).isCloseTo(IdfTable.idf(2, 3), within(1e-5));
    assertThat(table.idf(2)).isCloseTo(IdfTable.idf(1, 3), within(1e-5));
    assertThat(table.idf(99)).isEqualTo(table.idf(3));
  }

  @Test
  void continuesAfterATableWasBuilt() {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    frequencies.add(bag(1));
    IdfTable before = frequencies.build();
    frequencies.add(bag(2));

    assertThat(before.size()).isEqualTo(1);
    assertThat(frequencies.build().size()).isEqualTo(2);
  }

  @Test
  void rejectsATableWithoutFeatures() {
    assertThatIllegalStateException().isThrownBy(() -> new DocumentFrequencies().build());
  }

  private static FeatureBag bag(long... hashes) {
    FeatureBag bag = new FeatureBag(0);
    for (long hash : hashes) {
      bag.add(hash);
    }
    return bag;
  }
}
