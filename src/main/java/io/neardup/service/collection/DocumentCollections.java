package io.neardup.service.collection;

import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.ResourceName;
import io.neardup.service.lookup.IndexMaker;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionSettings;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The collections by name. Usable after [#load].
public final class DocumentCollections {

  /// The collection of requests that name none; it always exists.
  public static final String DEFAULT = "default";

  private static final Logger log = LoggerFactory.getLogger(DocumentCollections.class);

  private final DocumentStore store;
  private final Profiles profiles;
  private final CollectionAccess access;
  private final Clock clock;
  private final CollectionBackend backend;
  private final boolean storesTexts;
  private final Quarantine quarantine;
  private final OpenCollections open;
  private final CollectionChanges changes;
  private volatile LoadingProgress progress = new LoadingProgress(0, 0, false);

  /// @param store the documents on disk
  /// @param profiles available to collections
  /// @param maker creates the index of each
  /// @param access of the current caller
  /// @param backend keeps the documents
  /// @param storesTexts whether collections may store texts, and do so by default
  public DocumentCollections(
      DocumentStore store,
      Profiles profiles,
      FingerprintService fingerprints,
      IndexMaker maker,
      CollectionAccess access,
      Clock clock,
      CollectionBackend backend,
      boolean storesTexts) {
    this.store = store;
    this.profiles = profiles;
    this.access = access;
    this.clock = clock;
    this.backend = backend;
    this.storesTexts = storesTexts;
    this.quarantine = new Quarantine(backend);
    this.open =
        new OpenCollections(
            store,
            profiles,
            quarantine,
            (incarnation, settings, profile) ->
                new DocumentCollection(
                    incarnation, settings, profile, store, maker, fingerprints, clock, backend));
    this.changes = new CollectionChanges(this, quarantine, fingerprints, clock, backend);
  }

  public interface Listener {

    default void opened(DocumentCollection collection) {}

    /// This process takes over a collection from another one.
    default void owned(DocumentCollection collection) {}

    /// Another process takes over a collection.
    default void left(DocumentCollection collection) {}

    /// A collection was deleted. Called under a lock, before another collection of that name is
    /// opened: must not block, for example on the disk.
    void dropped(DocumentCollection collection);
  }

  /// Notifies a listener when collections are opened or deleted from now on.
  public void listen(Listener listener) {
    open.listen(listener);
  }

  public LoadingProgress progress() {
    return progress;
  }

  /// Loads all documents, on all cores. Creates the default collection if it does not exist.
  /// Quarantines collections that cannot be used.
  ///
  /// @throws io.neardup.store.StoreException if the documents of no collection can be read; in a
  ///   cluster, if some cannot
  public void load() {
    open.load(fresh(), (done, estimated) -> progress = new LoadingProgress(done, estimated, false));
    progress = new LoadingProgress(progress.read(), progress.read(), true);
    DocumentCollection usual = find(DEFAULT).orElse(null);
    if (usual != null && !usual.profile().equals(profiles.defaultProfile())) {
      log.warn(
          "The collection '{}' has documents of profile {} and keeps it; neardup.profile={} counts"
              + " for new collections, and for fingerprints and comparisons that name no profile",
          DEFAULT,
          usual.profile().name(),
          profiles.defaultProfile().name());
    }
  }

  /// The settings of a new default collection.
  public CollectionSettings fresh() {
    return new CollectionSettings(
        DEFAULT, profiles.defaultProfile().name(), null, storesTexts, null, clock.instant());
  }

  public boolean storesTexts() {
    return storesTexts;
  }

  /// The collection of that name, or the default one. Every request resolves its collection here,
  /// so access is checked here.
  ///
  /// @throws RequestException if it does not exist or the caller may not use it
  /// @throws RequestException LOADING if the documents are still being loaded
  public DocumentCollection get(@Nullable String name) {
    String asked = name == null ? DEFAULT : name;
    DocumentCollection found = known(asked);
    while (!isCurrent(found)) {
      found = known(asked);
    }
    return found;
  }

  /// The collection of that name, even if another instance answers for it.
  ///
  /// @throws RequestException as [#get]
  public DocumentCollection known(String name) {
    requireAccess(name);
    requireLoaded();
    requireUsable(name);
    return current(name).orElseThrow(() -> missing(name));
  }

  /// Refuses a request that another instance must answer, see [CollectionBackend#requireCurrent],
  /// and one for a collection that was deleted.
  public void requireCurrent(DocumentCollection collection) {
    if (!isCurrent(collection)) {
      throw RequestException.busy(
          "The collection '" + collection.name() + "' was deleted meanwhile; try again", 1);
    }
  }

  /// Refuses a request that another instance must answer, see [CollectionBackend#requireCurrent].
  ///
  /// @return whether the collection still exists: this process may just have learnt that it was
  ///   deleted
  public boolean isCurrent(DocumentCollection collection) {
    backend.requireCurrent(collection.settings());
    return store.collections().isPresent(collection.incarnation());
  }

  /// The collection of that name if it was created before the call. No access check.
  public Optional<DocumentCollection> current(String name) {
    return find(name)
        .or(() -> {
          backend.catchUp();
          return find(name);
        });
  }

  RequestException missing(String requested) {
    return OpenCollections.missing(
        requested, permitted().stream().map(DocumentCollection::name).toList());
  }

  /// Refuses the use of a quarantined collection.
  ///
  /// @throws RequestException QUARANTINED with the reason and the remedy
  public void requireUsable(String name) {
    quarantine.requireUsable(name);
  }

  /// Refuses the use of a job, or of anything else, that belongs to a quarantined collection.
  ///
  /// @throws RequestException QUARANTINED if the caller may use the collection
  public void requireUsable(Kind kind, String key) {
    for (QuarantinedCollection each : quarantine.list()) {
      if (access.permits(each.name())
          && backend.records().find(store.collections().incarnation(each.name()), kind, key)
              != null) {
        requireUsable(each.name());
      }
    }
  }

  /// The quarantined collections in name order. No access check.
  public List<QuarantinedCollection> quarantined() {
    return quarantine.list();
  }

  private void requireAccess(String name) {
    if (!access.permits(name)) {
      throw new RequestException(
          Fault.FORBIDDEN,
          "collection",
          "'" + name + "' may not be used with this key or token; name another collection");
    }
  }

  /// Refuses a request whose minimum position is not visible, see
  /// [CollectionBackend#requireApplied].
  public void requireApplied(@Nullable String position, List<DocumentCollection> searched) {
    if (position != null) {
      backend.requireApplied(
          position, searched.stream().map(DocumentCollection::settings).toList());
    }
  }

  /// Whether the caller may use the collection of that name, whether it exists or not.
  public boolean permits(String name) {
    return access.permits(name);
  }

  /// The name of the highest role of the caller, null where callers have no roles.
  public @Nullable String role() {
    return access.role();
  }

  /// The collections that the caller may use, in name order. In a cluster, collections created on
  /// another instance within the last second may be missing.
  ///
  /// @throws RequestException LOADING if the documents are still being loaded
  public List<DocumentCollection> permitted() {
    requireLoaded();
    return open.all().stream().filter(each -> access.permits(each.name())).toList();
  }

  /// The collection of that name, if it exists and is loaded. No access check: for work whose
  /// request was checked.
  public Optional<DocumentCollection> find(String name) {
    return open.find(name);
  }

  /// All collections in name order; empty while they are being loaded.
  public Collection<DocumentCollection> all() {
    return open.all();
  }

  /// A collection after a change; it may have been deleted since.
  ///
  /// @param created whether the change created it
  public record ChangedCollection(DocumentCollection collection, boolean created) {}

  /// How this process shares the documents with others.
  public CollectionBackend backend() {
    return backend;
  }

  /// Whether the documents are loaded; in a cluster, the documents of this process's partitions.
  public boolean isReady() {
    return progress.done() && backend.isReady();
  }

  /// Refuses requests while the documents are being loaded, see [LoadingProgress].
  public void requireLoaded() {
    progress.requireDone();
  }

  /// Creates or changes a collection.
  ///
  /// @throws RequestException if the settings are invalid; CONFLICT if it has documents of another
  ///   profile
  public ChangedCollection put(String name, CollectionChange change) {
    requireAccess(name);
    requireLoaded();
    ResourceName.require("collection", name);
    return changes.put(name, change);
  }

  /// Changes the settings of a collection.
  ///
  /// @param change maps the current settings to the new ones
  /// @throws RequestException if it does not exist, or the settings are invalid
  public DocumentCollection change(
      String name, Function<CollectionSettings, CollectionChange> change) {
    DocumentCollection _ = get(name); // refuses a name that may not be used
    return changes.change(name, change);
  }

  /// Deletes a collection with all its documents.
  ///
  /// @throws RequestException if it does not exist, or is the default one, unless that is
  ///   quarantined: then it is created again
  public void drop(String name) {
    requireAccess(name);
    requireLoaded();
    changes.drop(name);
  }

  /// Opens a new collection or applies changed settings. Changes of one collection arrive one after
  /// the other. [#derive] computes the data derived from its documents.
  public void follow(CollectionSettings settings) {
    open.follow(settings);
  }

  /// Computes the derived data that a collection's settings require, which may read all documents.
  public void derive(String name) {
    find(name).ifPresent(DocumentCollection::derive);
  }

  /// This process starts or stops answering for the collections of a partition.
  public void answering(int partition, boolean answers) {
    open.answering(partition, answers);
  }

  /// Closes a deleted collection and removes its remains from the store.
  public void forget(String name) {
    open.forget(name);
  }
}
