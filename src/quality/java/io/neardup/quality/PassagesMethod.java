package io.neardup.quality;

import io.neardup.index.StopSignal;
import io.neardup.passage.Anchors;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// Passages that two texts have in common, as a lookup of passages finds them: distance 0 with one,
/// no match without.
record PassagesMethod() implements Method {

  @Override
  public String name() {
    return "passages";
  }

  @Override
  public String description() {
    return "A passage of 17 words in common, found by an anchor that both texts have";
  }

  @Override
  public OptionalInt bytesPerDocument() {
    return OptionalInt.empty();
  }

  @Override
  public int maxDistance() {
    return 0;
  }

  @Override
  public OptionalInt defaultDistance() {
    return OptionalInt.of(0);
  }

  @Override
  public Distances distances(List<String> texts) {
    List<TextTokens> tokens =
        texts.parallelStream().map(text -> Profiles.SIMHASH_256_V1.tokens(text, true)).toList();
    long[][] anchors =
        tokens.parallelStream()
            .map(Winnowing.STANDARD::anchors)
            .map(Anchors::distinct)
            .toArray(long[][]::new);
    return new Distances() {

      @Override
      public int documents() {
        return anchors.length;
      }

      @Override
      public int between(int a, int b) {
        boolean haveCommon =
            Arrays.stream(anchors[a]).anyMatch(hash -> Arrays.binarySearch(anchors[b], hash) >= 0);
        return haveCommon
                && !CommonPassages.of(
                        tokens.get(a),
                        tokens.get(b),
                        Winnowing.STANDARD.guaranteedWords(),
                        StopSignal.NEVER)
                    .passages()
                    .isEmpty()
            ? 0
            : NEVER;
      }
    };
  }
}
