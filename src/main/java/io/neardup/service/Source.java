package io.neardup.service;

import io.neardup.profile.Content;

/// What a caller brings to be compared or looked up.
public sealed interface Source {

  /// Something to make a fingerprint of.
  ///
  /// @param content text, HTML, tokens or features
  record OfContent(Content content) implements Source {}

  /// A ready fingerprint.
  ///
  /// @param hex of the profile's width
  record OfFingerprint(String hex) implements Source {}

  /// A stored document.
  ///
  /// @param id its id
  record OfDocument(String id) implements Source {}
}
