package io.neardup.profile;

import io.neardup.text.NormalizedText;
import io.neardup.text.SpacelessBigrams;
import io.neardup.text.TokenSink;
import io.neardup.text.WordTokenizer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The profiles that callers can ask for by name.
public final class Profiles {

  /// SimHash as the paper on web crawling has it: 64 bits, near up to distance 3.
  public static final Profile PAPER_V1 =
      new Profile(
          "paper-v1",
          "Single words (pairs of characters where a script has no spaces), weight 1 + ln(tf), XXH3,"
              + " 64 bits, near up to distance 3",
          64,
          3,
          Profiles::words);

  private final Map<String, Profile> byName = new LinkedHashMap<>();
  private final Profile defaultProfile;

  /// The built-in profiles.
  public Profiles() {
    defaultProfile = PAPER_V1;
    byName.put(PAPER_V1.name(), PAPER_V1);
  }

  /// What callers get who ask for none.
  public Profile defaultProfile() {
    return defaultProfile;
  }

  /// The profile of that name.
  public Optional<Profile> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /// Every profile, the default first.
  public Collection<Profile> all() {
    return byName.values();
  }

  private static void words(NormalizedText text, TokenSink features) {
    SpacelessBigrams bigrams = new SpacelessBigrams(features);
    WordTokenizer.tokenize(text, bigrams);
    bigrams.finish();
  }
}
