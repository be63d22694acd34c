package io.neardup.passage;

import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;

/// The text of a record with its tokens and anchors.
///
/// @param id of the record, empty where records are identified by number
/// @param anchored with places
public record RecordText(String id, String text, AnchoredText anchored) {

  /// Approximate bytes per token, for the text and its tokens.
  static final int TOKEN_BYTES = 32;

  /// The text of a record.
  ///
  /// @param marked runs that do not count
  public static RecordText of(String id, String text, Profile profile, MarkedRuns marked) {
    return new RecordText(id, text, new AnchoredText(profile.tokens(text, true), marked));
  }

  /// The tokens, with places.
  public TextTokens tokens() {
    return anchored.tokens();
  }

  /// The anchors that count.
  public Anchors anchors() {
    return anchored.anchors();
  }
}
