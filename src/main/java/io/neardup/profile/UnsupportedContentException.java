package io.neardup.profile;

/// Content that a profile does not support. The message names what it supports.
public final class UnsupportedContentException extends RuntimeException {

  /// A refusal of a content.
  ///
  /// @param message a clause about the content, such as `must be ASCII`
  public UnsupportedContentException(String message) {
    super(message, null, false, false);
  }
}
