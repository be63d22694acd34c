package io.neardup.service;

import io.neardup.profile.Content;
import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.RequestException.Fault;
import io.neardup.simhash.Fingerprint;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Computes fingerprints with the profile of a request.
///
/// @param profiles available to callers
public record FingerprintService(Profiles profiles) {

  /// The profile of that name, or the default one.
  ///
  /// @throws RequestException if it does not exist
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

  /// Computes the fingerprint of `content`.
  ///
  /// @throws RequestException if the profile does not support it
  public Fingerprinted fingerprint(Content content, Profile profile) {
    return tried(content, () -> Fingerprinted.of(content, profile));
  }

  /// Explains how the features of `content` lead to its fingerprint.
  ///
  /// @param check called periodically, and may throw
  public Explanation explain(Content content, Profile profile, Runnable check) {
    return tried(content, () -> profile.explain(content, check));
  }

  /// Parses a fingerprint sent by a client.
  ///
  /// @throws RequestException if it does not have the profile's width
  public Fingerprinted parse(String hex, Profile profile) {
    try {
      return new Fingerprinted(Fingerprint.parse(hex, profile.bits()), profile, null, null);
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          Fault.UNUSABLE_FINGERPRINT,
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
