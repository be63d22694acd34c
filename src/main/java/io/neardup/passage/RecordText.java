package io.neardup.passage;

import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;

/// A text with its tokens and anchors.
///
/// @param id of the record, empty where records are known by their numbers
/// @param tokens with places
public record RecordText(String id, String text, TextTokens tokens, Anchors anchors) {

  /// Bytes per token of the text and its tokens, about.
  static final int TOKEN_BYTES = 32;

  /// The text of a record.
  public static RecordText of(String id, String text, Profile profile) {
    TextTokens tokens = profile.tokens(text, true);
    return new RecordText(id, text, tokens, Winnowing.STANDARD.anchors(tokens));
  }
}
