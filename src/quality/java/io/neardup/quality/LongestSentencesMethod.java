package io.neardup.quality;

import io.neardup.simhash.Xxh3;
import io.neardup.text.NormalizedText;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The longest sentences of a page, a method attributed to Baidu: two pages are near-duplicates if
/// their longest sentences are the same.
///
/// The distance is 0 if all of them are the same, otherwise 3 minus the number of shared ones. A
/// sentence ends at a full stop or at the end of a line.
record LongestSentencesMethod() implements Method {

  private static final int SENTENCES = 3;
  private static final Pattern END = Pattern.compile("[。！？!?；]+|[.;](?=\\s|$)|\\R");

  @Override
  public String name() {
    return "Longest sentences";
  }

  @Override
  public String description() {
    return "The 3 longest sentences or lines, hashed: distance 0 if all are equal, 2 if one is shared";
  }

  @Override
  public OptionalInt bytesPerDocument() {
    return OptionalInt.of(SENTENCES * Long.BYTES);
  }

  @Override
  public int maxDistance() {
    return SENTENCES;
  }

  @Override
  public OptionalInt defaultDistance() {
    return OptionalInt.of(0);
  }

  @Override
  public Distances distances(List<String> texts) {
    return new Signatures(texts.parallelStream().map(LongestSentencesMethod::longest).toList());
  }

  private static Set<Long> longest(String text) {
    NormalizedText normalized = NormalizedText.of(text);
    String folded = new String(normalized.bytes(), 0, normalized.length(), StandardCharsets.UTF_8);
    return END.splitAsStream(folded)
        .map(String::strip)
        .filter(sentence -> sentence.chars().anyMatch(Character::isLetterOrDigit))
        .distinct()
        .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(s -> s))
        .limit(SENTENCES)
        .map(Xxh3::hash)
        .collect(Collectors.toUnmodifiableSet());
  }

  private record Signatures(List<Set<Long>> signatures) implements Distances {

    @Override
    public int documents() {
      return signatures.size();
    }

    @Override
    public int between(int a, int b) {
      Set<Long> x = signatures.get(a);
      Set<Long> y = signatures.get(b);
      if (x.isEmpty() || y.isEmpty()) {
        return NEVER;
      }
      if (x.equals(y)) {
        return 0;
      }
      Set<Long> shared = new HashSet<>(x);
      shared.retainAll(y);
      return SENTENCES - Math.min(shared.size(), SENTENCES - 1);
    }
  }
}
