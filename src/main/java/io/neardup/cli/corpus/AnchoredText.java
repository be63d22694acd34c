package io.neardup.cli.corpus;

import io.neardup.passage.Anchors;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;

/// A text with its tokens and anchors.
///
/// @param tokens with places
public record AnchoredText(String text, TextTokens tokens, Anchors anchors) {

  /// Bytes per token of the text and its tokens, about.
  static final int TOKEN_BYTES = 32;

  /// The text of a record.
  public static AnchoredText of(String text, Profile profile) {
    TextTokens tokens = profile.tokens(text, true);
    return new AnchoredText(text, tokens, Winnowing.STANDARD.anchors(tokens));
  }
}
