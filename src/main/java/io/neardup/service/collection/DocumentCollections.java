package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.ResourceName;
import io.neardup.service.lookup.IndexMaker;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The collections by name. Usable after [#load].
public final class DocumentCollections {

  /// The collection of requests that name none; it always exists.
  public static final String DEFAULT = "default";

  private static final int MAX_NAMES = 3; // in a refusal

  private static final Logger log = LoggerFactory.getLogger(DocumentCollections.class);

  private final DocumentStore store;
  private final Profiles profiles;
  private final FingerprintService fingerprints;
  private final IndexMaker maker;
  private final CollectionAccess access;
  private final Clock clock;
  private final CollectionBackend backend;
  private final boolean storesTexts;
  private final NameLocks changing = new NameLocks();
  private final Object following = new Object(); // held for moments
  private final Map<String, DocumentCollection> byName = new ConcurrentSkipListMap<>();
  private final Quarantine quarantine;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile LoadingProgress progress = new LoadingProgress(0, 0, false);

  /// @param store of the documents
  /// @param profiles available to collections
  /// @param maker creates the index of each
  /// @param access of the current caller
  /// @param backend that keeps the documents
  /// @param storesTexts whether collections may store texts, which they do by default then
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
    this.fingerprints = fingerprints;
    this.maker = maker;
    this.access = access;
    this.clock = clock;
    this.backend = backend;
    this.storesTexts = storesTexts;
    this.quarantine = new Quarantine(backend);
  }

  /// Is notified of collections that are opened and deleted.
  public interface Listener {

    /// A collection is ready for use.
    default void opened(DocumentCollection collection) {}

    /// This process answers for a collection from now on, for which another one did.
    default void owned(DocumentCollection collection) {}

    /// Another process answers for a collection from now on.
    default void left(DocumentCollection collection) {}

    /// A collection was deleted. Called before another one of that name is opened, and with a lock:
    /// must not wait, for the disk for example.
    void dropped(DocumentCollection collection);
  }

  /// Notifies a listener of every collection that is opened or deleted from now on.
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /// The progress of loading the documents.
  public LoadingProgress progress() {
    return progress;
  }

  /// Loads all documents, on all cores. Creates the default collection if it does not exist. A
  /// collection that cannot be used is quarantined.
  ///
  /// @throws StoreException if the documents of no collection can be read; in a cluster, if some
  ///   cannot
  public void load() {
    Map<String, DocumentCollection> opened =
        new CollectionLoader(store, quarantine)
            .load(
                this::opened,
                fresh(),
                (done, estimated) -> progress = new LoadingProgress(done, estimated, false));
    byName.putAll(opened);
    opened.values().forEach(collection -> listeners.forEach(each -> each.opened(collection)));
    progress = new LoadingProgress(progress.read(), progress.read(), true);
    DocumentCollection usual = opened.get(DEFAULT);
    if (usual != null && !usual.profile().equals(profiles.defaultProfile())) {
      log.warn(
          "The collection '{}' has documents of profile {} and keeps it; neardup.profile={} counts"
              + " for new collections, and for fingerprints and comparisons that name no profile",
          DEFAULT,
          usual.profile().name(),
          profiles.defaultProfile().name());
    }
  }

  /// The collection of some settings, whose documents are not loaded; null without its profile.
  private @Nullable DocumentCollection opened(CollectionSettings settings) {
    return profiles
        .find(settings.profile())
        .map(profile -> open(store.collections().incarnation(settings.name()), settings, profile))
        .orElse(null);
  }

  /// The default collection as it is created.
  public CollectionSettings fresh() {
    return new CollectionSettings(
        DEFAULT, profiles.defaultProfile().name(), null, storesTexts, null, clock.instant());
  }

  private DocumentCollection open(
      Incarnation incarnation, CollectionSettings settings, Profile profile) {
    return new DocumentCollection(
        incarnation, settings, profile, store, maker, fingerprints, clock, backend);
  }

  /// Whether new collections store texts by default.
  public boolean storesTexts() {
    return storesTexts;
  }

  /// The collection of that name, or the default one. Every request that uses a collection resolves
  /// it here, so access is checked here.
  ///
  /// @throws RequestException if it does not exist or the caller may not use it
  /// @throws RequestException LOADING if the documents are still being loaded
  public DocumentCollection get(@Nullable String name) {
    DocumentCollection found = known(name == null ? DEFAULT : name);
    requireCurrent(found);
    return found;
  }

  /// The collection of that name, for which another instance may answer.
  ///
  /// @throws RequestException as [#get]
  public DocumentCollection known(String name) {
    requireAccess(name);
    requireLoaded();
    requireUsable(name);
    return current(name).orElseThrow(() -> missing(name));
  }

  /// Refuses a request for which another instance answers, see [CollectionBackend#requireCurrent].
  public void requireCurrent(DocumentCollection collection) {
    backend.requireCurrent(collection.settings());
  }

  private Optional<DocumentCollection> current(String name) {
    return find(name)
        .or(() -> {
          backend.catchUp();
          return find(name);
        });
  }

  /// The refusal of a name, with those that are nearest to it.
  private RequestException missing(String requested) {
    List<String> names = byName.keySet().stream().filter(access::permits).toList();
    LevenshteinDistance edits = LevenshteinDistance.getDefaultInstance();
    String nearest =
        names.stream()
            .sorted(Comparator.comparingInt(name -> edits.apply(name, requested)))
            .limit(MAX_NAMES)
            .collect(Collectors.joining(", "));
    int others = names.size() - MAX_NAMES;
    return new RequestException(
        Fault.NOT_FOUND,
        "collection",
        "must name a collection that exists: "
            + nearest
            + (others > 0 ? ", or one of " + others + " others" : "")
            + "; was '"
            + requested
            + "'");
  }

  /// Refuses the use of a quarantined collection.
  ///
  /// @throws RequestException QUARANTINED with the reason and the remedy
  public void requireUsable(String name) {
    quarantine.requireUsable(name);
  }

  /// Refuses the use of what belongs to a quarantined collection, such as a job.
  ///
  /// @throws RequestException QUARANTINED if the caller may use the collection
  public void requireUsable(Kind kind, String key) {
    quarantine.list().stream()
        .filter(each -> each.settings() != null && access.permits(each.name()))
        .filter(each -> {
          Incarnation incarnation = store.collections().incarnation(each.name());
          return backend.records().find(incarnation, kind, key) != null;
        })
        .forEach(each -> requireUsable(each.name()));
  }

  /// The quarantined collections, in the order of their names, without an access check.
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

  /// The collections that the caller may use, in the order of their names.
  ///
  /// @throws RequestException LOADING if the documents are still being loaded
  public List<DocumentCollection> permitted() {
    requireLoaded();
    return byName.values().stream().filter(each -> access.permits(each.name())).toList();
  }

  /// The collection of that name, if it exists and is loaded, without an access check: for work
  /// whose request was checked.
  public Optional<DocumentCollection> find(String name) {
    return Optional.ofNullable(byName.get(name))
        .filter(collection -> store.collections().isPresent(collection.incarnation()));
  }

  /// All collections, in the order of their names; empty while they are being loaded.
  public Collection<DocumentCollection> all() {
    return List.copyOf(byName.values());
  }

  /// A collection after a change, which may have been deleted since.
  ///
  /// @param created whether the change created it
  public record ChangedCollection(DocumentCollection collection, boolean created) {}

  /// Creates or changes a collection.
  ///
  /// @throws RequestException if the settings are invalid; CONFLICT if it has documents of another
  ///   profile
  public ChangedCollection put(String name, CollectionChange change) {
    requireAccess(name);
    requireLoaded();
    ResourceName.require("collection", name);
    return edit(name, present -> change);
  }

  /// Changes of one collection are made one after the other; those of others do not wait for them,
  /// since a change may read all documents.
  ///
  /// @param change maps the present settings, null if there are none, to the requested ones
  private ChangedCollection edit(
      String name, Function<@Nullable CollectionSettings, CollectionChange> change) {
    AtomicReference<ChangedCollection> changed = new AtomicReference<>();
    changing.locked(
        name,
        () -> {
          requireUsable(name);
          AtomicBoolean created = new AtomicBoolean();
          backend.change(
              this,
              name,
              present -> {
                CollectionSettings next = next(name, present, change.apply(present));
                created.set(present == null || next.creation() != present.creation());
                return next;
              });
          // Before it can be deleted, other than by another instance of a cluster.
          DocumentCollection present = current(name).orElseThrow(() -> deletedSince(name));
          present.derive();
          changed.set(new ChangedCollection(present, created.get()));
        });
    return changed.get();
  }

  private static RequestException deletedSince(String name) {
    return new RequestException(
        Fault.CONFLICT,
        "collection",
        "'" + name + "' was changed, and then deleted by another request");
  }

  /// The settings after a change. A collection without documents is replaced by one of another
  /// profile.
  private CollectionSettings next(
      String name, @Nullable CollectionSettings present, CollectionChange change) {
    Profile profile =
        fingerprints.profile(
            change.profile() == null && present != null ? present.profile() : change.profile());
    boolean isOther = present != null && !profile.name().equals(present.profile());
    if (isOther) {
      requireEmpty(name, profile); // whether the other settings fit it does not matter before
    }
    CollectionSettings next = change.settings(name, profile, clock.instant());
    if (change.storeText() && !storesTexts && (present == null || !present.storeText())) {
      throw RequestException.invalid(
          "storeText",
          "must be false: neardup.collections.store-text=false excludes texts; set verify to"
              + " features, to verify candidates without them");
    }
    if (present == null) {
      return next;
    }
    return isOther
        ? next.withCreation(Math.max(next.creation(), present.creation() + 1))
        : next.createdAs(present);
  }

  /// Opens a collection that was created, or applies its changed settings. Changes of one
  /// collection are passed one after the other. What results from its documents is computed by
  /// [#derive].
  public void follow(CollectionSettings settings) {
    DocumentCollection present = replaced(settings);
    synchronized (following) {
      if (present == null) {
        create(settings);
      } else if (present.equals(byName.get(settings.name()))) { // not deleted meanwhile
        store.collections().put(settings);
        present.settings(settings);
      }
    }
  }

  /// Computes what the settings of a collection require of its documents, which may read all of
  /// them.
  public void derive(String name) {
    find(name).ifPresent(DocumentCollection::derive);
  }

  /// The collection whose settings are to be changed, null if it is to be created. Closes that of
  /// another incarnation.
  private @Nullable DocumentCollection replaced(CollectionSettings settings) {
    synchronized (following) {
      DocumentCollection present = byName.get(settings.name());
      if (present != null && present.settings().creation() != settings.creation()) {
        forget(settings.name());
        return null;
      }
      return present;
    }
  }

  private void create(CollectionSettings settings) {
    String name = settings.name();
    Incarnation incarnation = store.collections().put(settings);
    Profile profile =
        profiles
            .find(settings.profile())
            .orElseThrow(() ->
                new StoreException(
                    StoreException.StoreFault.UNUSABLE_DIRECTORY,
                    "The collection '"
                        + name
                        + "' has a profile that this instance does not know. "
                        + QuarantinedCollection.withoutProfile(settings).remedy()));
    DocumentCollection made = open(incarnation, settings, profile);
    store.collections().putSample(name, made.profile().sample().toString());
    byName.put(name, made);
    listeners.forEach(each -> each.opened(made));
  }

  /// This process answers for the collections of a partition from now on, or does so no longer.
  public void answering(int partition, boolean answers) {
    byName.values().stream()
        .filter(each -> each.settings().partition() == partition)
        .forEach(each ->
            listeners.forEach(listener -> {
              if (answers) {
                listener.owned(each);
              } else {
                listener.left(each);
              }
            }));
  }

  /// The id of a job of a collection: that which was chosen, in a cluster with the collection.
  public String jobId(DocumentCollection collection, String chosen) {
    return backend.jobId(collection.settings(), chosen);
  }

  /// Whether an id may be that of a job of a collection, see [CollectionBackend#mayBeJobOf].
  public boolean mayBeJobOf(DocumentCollection collection, String id) {
    return backend.mayBeJobOf(collection.settings(), id);
  }

  /// Closes a collection that was deleted; what is left of it in the store is removed.
  public void forget(String name) {
    synchronized (following) {
      DocumentCollection present = byName.remove(name);
      if (store.collections().find(name).isPresent()) {
        store.documents().removeCollection(store.collections().incarnation(name));
      }
      quarantine.remove(name);
      if (present != null) {
        listeners.forEach(each -> dropped(present, each));
      }
    }
  }

  private static void dropped(DocumentCollection collection, Listener listener) {
    try {
      listener.dropped(collection);
    } catch (RuntimeException e) { // others must be notified nevertheless
      log.error("The deletion of collection '{}' had no effect on a part", collection.name(), e);
    }
  }

  /// Changes the settings of a collection.
  ///
  /// @param change maps the present settings to the new ones
  /// @throws RequestException if it does not exist, or the settings are invalid
  public DocumentCollection change(
      String name, Function<CollectionSettings, CollectionChange> change) {
    DocumentCollection _ = get(name); // refuses a name that may not be used
    return edit(
            name,
            present -> {
              if (present == null) {
                throw missing(name);
              }
              return change.apply(present);
            })
        .collection();
  }

  private void requireEmpty(String name, Profile profile) {
    DocumentCollection present = find(name).orElseThrow(() -> missing(name));
    requireCurrent(present); // else this process may not know of its documents
    long documents = present.documents().size();
    if (documents > 0) {
      throw new RequestException(
          Fault.CONFLICT,
          "profile",
          "cannot become "
              + profile.name()
              + ": collection '"
              + name
              + "' has "
              + documents
              + (documents == 1 ? " document" : " documents")
              + " with fingerprints of "
              + present.profile().name()
              + ", which cannot be compared with those; make another collection");
    }
  }

  /// Deletes a collection with all its documents.
  ///
  /// @throws RequestException if it does not exist, or is the default one and can be used; a
  ///   quarantined default collection is created again
  public void drop(String name) {
    requireAccess(name);
    requireLoaded();
    changing.locked(name, () -> dropAlone(name));
  }

  private void dropAlone(String name) {
    QuarantinedCollection unusable = quarantine.find(name);
    if (unusable != null) {
      if (unusable.settings() == null) {
        store.collections().removeUnreadable(name);
        forget(name);
      } else {
        backend.change(this, name, present -> null);
      }
      if (name.equals(DEFAULT)) {
        backend.change(this, name, present -> fresh());
      }
      return;
    }
    DocumentCollection _ = get(name); // refuses a name that may not be used
    if (name.equals(DEFAULT)) {
      throw new RequestException(
          Fault.CONFLICT,
          "collection",
          "'" + DEFAULT + "' always exists; delete its documents, or use another collection");
    }
    backend.change(
        this,
        name,
        present -> {
          if (present == null) {
            throw missing(name);
          }
          return null;
        });
  }

  /// The instances that answer for the other collections.
  public Peers peers() {
    return backend.peers();
  }

  /// See [CollectionBackend#epoch].
  public long epoch(DocumentCollection collection) {
    return backend.epoch(collection.settings());
  }

  /// Whether the documents are in this process alone, see [CollectionBackend#isAlone].
  public boolean isAlone() {
    return backend.isAlone();
  }

  /// Whether this process answers requests for a collection, see [CollectionBackend#answersFor].
  public boolean answersFor(DocumentCollection collection) {
    return backend.answersFor(collection.settings());
  }

  /// Whether the documents are loaded, in a cluster those of the partitions of this process.
  public boolean isReady() {
    return progress.done() && backend.isReady();
  }

  /// Refuses requests while the documents are being loaded, see [LoadingProgress].
  public void requireLoaded() {
    progress.requireDone();
  }
}
