package io.neardup.calibrate.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EditRateTests {

  @Test
  void ratesUpToTheLimitAreThoseOfTheWholeTable() {
    Seeds.random(random -> {
      int within = 0;
      for (int round = 0; round < 2_000; round++) {
        int[] a = random.ints(random.nextInt(30), 0, 4).toArray();
        int[] b =
            random.nextBoolean()
                ? random.ints(random.nextInt(30), 0, 4).toArray()
                : Arrays.stream(a).map(word -> random.nextInt(8) == 0 ? 5 : word).toArray();
        double most = random.nextDouble(0.01, 0.99);
        int longer = Math.max(a.length, b.length);
        double expected = longer == 0 ? 0 : (double) table(a, b) / longer;
        double rate = EditRate.of(a, b, most);
        if (table(a, b) <= (int) Math.floor(most * longer)) {
          within++;
          assertThat(rate).isEqualTo(expected);
        } else {
          assertThat(rate).isEqualTo(1);
        }
      }
      assertThat(within).isBetween(200, 1_800);
    });
  }

  @Test
  void wordsAreComparedWithoutCase() {
    assertThat(rate("The cat sat on the mat", "the CAT sat on the mat")).isZero();
    assertThat(rate("The cat sat on the mat", "the cat sat on a mat")).isEqualTo(1 / 6.0);
    assertThat(rate("今天去图书馆", "今天来图书馆")).isEqualTo(1 / 6.0);
    assertThat(rate("", "")).isZero();
  }

  private static double rate(String a, String b) {
    return EditRate.of(EditRate.hashes(TextWords.of(a)), EditRate.hashes(TextWords.of(b)), 0.9);
  }

  private static int table(int[] a, int[] b) {
    int[][] edits = new int[a.length + 1][b.length + 1];
    for (int i = 0; i <= a.length; i++) {
      for (int j = 0; j <= b.length; j++) {
        edits[i][j] =
            i == 0 || j == 0
                ? i + j
                : Math.min(
                    edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1),
                    1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
      }
    }
    return edits[a.length][b.length];
  }
}
