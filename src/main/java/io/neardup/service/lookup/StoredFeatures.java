package io.neardup.service.lookup;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Revision;
import org.jspecify.annotations.Nullable;

/// The features of stored documents.
public final class StoredFeatures {

  private StoredFeatures() {}

  /// The features of a revision that was read with its text; null if it has neither text nor
  /// features.
  public static @Nullable FeatureVector of(Revision revision, Profile profile) {
    String text = revision.text();
    return text == null ? revision.vector() : profile.vector(new Content.Text(text));
  }
}
