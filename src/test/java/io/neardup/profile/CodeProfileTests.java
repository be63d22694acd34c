package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content.Text;
import org.junit.jupiter.api.Test;

class CodeProfileTests {

  private static final Profile CODE = Profiles.Special.CODE_V1;

  private static final String PROGRAM =
      """
      #include <cstdio>
      #include <vector>

      // Counts the primes up to n with a sieve.
      int countPrimes(int n) {
        std::vector<bool> composite(n + 1, false);
        int primes = 0;
        for (int i = 2; i <= n; i++) {
          if (composite[i]) continue;
          primes++;
          for (long long j = 1LL * i * i; j <= n; j += i) composite[j] = true;
        }
        return primes;
      }

      int main() {
        int n;
        while (std::scanf("%d", &n) == 1 && n > 0) std::printf("%d\\n", countPrimes(n));
      }
      """;

  private static final String ANOTHER =
      """
      #include <cstdio>
      #include <vector>

      // The longest increasing subsequence, in n log n.
      int longest(const std::vector<int>& a) {
        std::vector<int> tails;
        for (int x : a) {
          auto at = std::lower_bound(tails.begin(), tails.end(), x);
          if (at == tails.end()) tails.push_back(x); else *at = x;
        }
        return tails.size();
      }

      int main() {
        int n;
        std::scanf("%d", &n);
        std::vector<int> a(n);
        for (int& x : a) std::scanf("%d", &x);
        std::printf("%d\\n", longest(a));
      }
      """;

  @Test
  void commentsAndLayoutDoNotChangeTheFingerprint() {
    String copy =
        PROGRAM
            .replaceAll("(?m)//.*$", "/* my own work */")
            .replaceAll("(?m)^ +", "\t\t")
            .replace("{\n", "\n{\n");

    assertThat(CODE.sketch(new Text(copy))).isEqualTo(CODE.sketch(new Text(PROGRAM)));
  }

  @Test
  void oneChangedNameStaysWithinDistance() {
    assertThat(distance(PROGRAM, PROGRAM.replace("primes++", "total++").replace("primes", "total")))
        .isBetween(1, CODE.maxDistance());
  }

  @Test
  void otherProgramsAreBeyondTheDistance() {
    assertThat(distance(PROGRAM, ANOTHER)).isGreaterThan(CODE.maxDistance());
  }

  private static int distance(String a, String b) {
    return CODE.sketch(new Text(a)).fingerprint().distance(CODE.sketch(new Text(b)).fingerprint());
  }
}
