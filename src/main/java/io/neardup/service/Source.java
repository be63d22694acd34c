package io.neardup.service;

import io.neardup.profile.Content;

/// The subject of a comparison or lookup.
public sealed interface Source {

  /// Content whose fingerprint is computed.
  ///
  /// @param content text, HTML, tokens or features
  record OfContent(Content content) implements Source {}

  /// A fingerprint sent by the client.
  ///
  /// @param hex as wide as the profile
  record OfFingerprint(String hex) implements Source {}

  /// A stored document.
  ///
  /// @param id its id
  record OfStored(String id) implements Source {}
}
