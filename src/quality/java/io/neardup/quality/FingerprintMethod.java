package io.neardup.quality;

import io.neardup.profile.Content;
import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/// Fingerprints of one recipe, compared by Hamming distance.
///
/// @param recipe text to fingerprint
record FingerprintMethod(
    String name,
    String description,
    int bits,
    OptionalInt defaultDistance,
    Function<String, Sketch> recipe)
    implements Method {

  static FingerprintMethod of(Profile profile) {
    return new FingerprintMethod(
        profile.name(),
        profile.description(),
        profile.bits(),
        OptionalInt.of(profile.maxDistance()),
        text -> sketch(profile, text));
  }

  @Override
  public OptionalInt bytesPerDocument() {
    return OptionalInt.of(bits / 8);
  }

  @Override
  public int maxDistance() {
    return bits;
  }

  @Override
  public Distances distances(List<String> texts) {
    List<Sketch> sketches = texts.parallelStream().map(recipe).toList();
    int words = (bits + 63) / 64;
    long[] columns = new long[sketches.size() * words];
    boolean[] empty = new boolean[sketches.size()];
    for (int document = 0; document < empty.length; document++) {
      empty[document] = sketches.get(document).isEmpty();
      for (int i = 0; i < words; i++) {
        columns[document * words + i] = sketches.get(document).fingerprint().word(i);
      }
    }
    return new Hamming(columns, words, empty);
  }

  /// A text that the profile rejects has an empty sketch, which never matches.
  private static Sketch sketch(Profile profile, String text) {
    try {
      return profile.sketch(new Content.Text(text));
    } catch (UnsupportedContentException e) {
      return new Sketch(Fingerprint.of(profile.bits(), new long[(profile.bits() + 63) / 64]), 0);
    }
  }

  private record Hamming(long[] fingerprints, int words, boolean[] empty) implements Distances {

    @Override
    public int documents() {
      return empty.length;
    }

    @Override
    public int between(int a, int b) {
      if (empty[a] || empty[b]) {
        return NEVER;
      }
      int distance = 0;
      for (int i = 0; i < words; i++) {
        distance += Long.bitCount(fingerprints[a * words + i] ^ fingerprints[b * words + i]);
      }
      return distance;
    }
  }
}
