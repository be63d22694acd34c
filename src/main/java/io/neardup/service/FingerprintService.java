package io.neardup.service;

import io.neardup.profile.Content;
import io.neardup.profile.Explanation;
import io.neardup.profile.IdfLearner;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.profile.UnsupportedContentException;
import io.neardup.service.RequestException.Kind;
import io.neardup.simhash.Fingerprint;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes fingerprints with the profile the caller asks for.
public final class FingerprintService {

  private final Profiles profiles;

  /// @param profiles those that callers can name
  public FingerprintService(Profiles profiles) {
    this.profiles = profiles;
  }

  /// The profile of that name, or the default one.
  ///
  /// @throws RequestException if there is none of that name
  public Profile profile(@Nullable String name) {
    if (name == null) {
      return profiles.defaultProfile();
    }
    return profiles
        .find(name)
        .orElseThrow(() ->
            RequestException.invalid(
                "profile", "must be one of " + names() + ", was '" + name + "'"));
  }

  /// Makes the fingerprint of `content`.
  ///
  /// @throws RequestException if the profile cannot take it
  public Fingerprinted fingerprint(Content content, Profile profile) {
    return tried(content, () -> Fingerprinted.of(profile.sketch(content), profile));
  }

  /// Tells how the fingerprint of `content` comes about.
  public Explanation explain(Content content, Profile profile) {
    return tried(content, () -> profile.explain(content));
  }

  /// Learns how rare the features of a profile are.
  ///
  /// @param maxFeatures how many distinct features it may come to know
  /// @throws RequestException if the profile's features cannot be given other weights
  public IdfLearner learner(Profile profile, int maxFeatures) {
    try {
      return profile.learner(maxFeatures);
    } catch (UnsupportedContentException e) {
      throw RequestException.invalid("profile", String.valueOf(e.getMessage()));
    }
  }

  /// Reads a ready fingerprint.
  ///
  /// @throws RequestException if it is not one of the profile's width
  public Fingerprinted parse(String hex, Profile profile) {
    try {
      return new Fingerprinted(Fingerprint.parse(hex, profile.bits()), profile, null);
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          Kind.UNUSABLE_FINGERPRINT,
          "fingerprint",
          "does not fit profile " + profile.name() + ": " + e.getMessage());
    }
  }

  private static <T> T tried(Content content, Supplier<T> making) {
    try {
      return making.get();
    } catch (UnsupportedContentException e) {
      throw RequestException.invalid(field(content), String.valueOf(e.getMessage()));
    }
  }

  private static String field(Content content) {
    return switch (content) {
      case Content.Text text -> "text";
      case Content.Html html -> "html";
      case Content.Tokens tokens -> "tokens";
      case Content.Features features -> "features";
    };
  }

  private String names() {
    return profiles.all().stream().map(Profile::name).collect(Collectors.joining(", "));
  }
}
