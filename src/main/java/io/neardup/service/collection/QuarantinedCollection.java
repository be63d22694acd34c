package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.CollectionSettings;

/// A collection that could not be loaded at start-up. It can only be deleted; all other collections
/// work.
///
/// @param reason why, a sentence
/// @param remedy what makes it usable again, a sentence
public record QuarantinedCollection(CollectionSettings settings, String reason, String remedy) {

  private static final String PUT_BACK =
      "Put the profile back into neardup.profiles-file as it was and start again, or delete the"
          + " collection; another profile needs another name.";

  private static final String OF_VERSION =
      "Store its documents again after deleting it. Stored texts can be copied with the version"
          + " that made the fingerprints: see 'After a change of a built-in profile' in"
          + " docs/storage.md.";

  private static final String RESTORE =
      "Restore the latest backup into an empty directory, or delete the collection and store its"
          + " documents again.";

  public String name() {
    return settings.name();
  }

  static QuarantinedCollection withoutProfile(CollectionSettings settings) {
    return new QuarantinedCollection(
        settings,
        "Its profile '" + settings.profile() + "' is neither built in nor configured.",
        "Define the profile in neardup.profiles-file as it was and start again, run the version"
            + " that has it, or delete the collection.");
  }

  static QuarantinedCollection ofOtherWidth(
      CollectionSettings settings, int stored, Profile profile) {
    return new QuarantinedCollection(
        settings,
        "Its fingerprints have "
            + stored
            + " bits, but its profile '"
            + profile.name()
            + "' now makes fingerprints of "
            + profile.bits()
            + ".",
        PUT_BACK);
  }

  static QuarantinedCollection ofOtherProfile(CollectionSettings settings) {
    return new QuarantinedCollection(
        settings,
        "Its profile '"
            + settings.profile()
            + "' now makes other fingerprints than the stored ones.",
        Profiles.isBuiltIn(settings.profile()) ? OF_VERSION : PUT_BACK);
  }

  static QuarantinedCollection damaged(CollectionSettings settings, String message) {
    return new QuarantinedCollection(
        settings, "Some of its documents cannot be read: " + message, RESTORE);
  }

  RequestException refusal() {
    return new RequestException(
        Fault.QUARANTINED,
        "collection",
        "'" + name() + "' could not be loaded at the start. " + reason + " " + remedy);
  }
}
