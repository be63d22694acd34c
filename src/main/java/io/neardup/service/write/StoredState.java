package io.neardup.service.write;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.lookup.ContentHasher;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.ContentHash;
import io.neardup.store.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The state of a document where it was stored before, which a copy of it keeps.
///
/// In a collection of the same profile, the fingerprint and its features are kept as they are;
/// otherwise they are computed from the text.
///
/// @param profile that made the fingerprint
/// @param features the number of distinct features, null if the client sent the fingerprint
/// @param vector the features; null if they are not stored
/// @param contentHash null if unknown
/// @param version of the document
/// @param createdAt when its id was stored first
/// @param disabledBy the id of the job that disabled it; null without
/// @param formerExpiresAt when it expires if it is enabled again
public record StoredState(
    String profile,
    Fingerprint fingerprint,
    @Nullable Integer features,
    @Nullable FeatureVector vector,
    @Nullable ContentHash contentHash,
    Verdict verdict,
    long version,
    Instant createdAt,
    @Nullable String disabledBy,
    @Nullable Instant formerExpiresAt) {

  /// Requires that a text is the one of this state, and was not edited in its line: its hash is
  /// that of the content, or, as the content may have been HTML, its fingerprint is this one.
  ///
  /// @throws RequestException if it is another text
  public void requireTextOf(Content.Text text, Profile profile) {
    if (!ContentHasher.hash(text).equals(contentHash)
        && !profile.sketch(text).fingerprint().equals(fingerprint)) {
      throw RequestException.invalid(
          "stored.fingerprint",
          "is not the fingerprint of the text; leave out stored to store another text");
    }
  }
}
