package io.neardup.profile;

/// Content that a profile cannot make a fingerprint of. The message says what it takes.
public final class UnsupportedContentException extends RuntimeException {

  /// @param message a clause about the content, such as `must be ASCII`
  public UnsupportedContentException(String message) {
    super(message, null, false, false);
  }
}
