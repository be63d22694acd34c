package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.LoadingException;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.IndexMaker;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentStore;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The collections by name. Usable after [#load].
public final class DocumentCollections {

  /// The collection of requests that name none; it always exists.
  public static final String DEFAULT = "default";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Logger log = LoggerFactory.getLogger(DocumentCollections.class);

  private final DocumentStore store;
  private final Profiles profiles;
  private final FingerprintService fingerprints;
  private final IndexMaker maker;
  private final CollectionAccess access;
  private final Clock clock;
  private final CollectionBackend backend;
  private final Object following = new Object();
  private final Map<String, DocumentCollection> byName = new ConcurrentSkipListMap<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile LoadingProgress progress = new LoadingProgress(0, 0, false);

  /// @param store of the documents
  /// @param profiles available to collections
  /// @param maker creates the index of each
  /// @param access of the current caller
  public DocumentCollections(
      DocumentStore store,
      Profiles profiles,
      FingerprintService fingerprints,
      IndexMaker maker,
      CollectionAccess access,
      Clock clock) {
    this(
        store, profiles, fingerprints, maker, access, clock, CollectionBackend.local(store, clock));
  }

  /// @param backend that keeps the documents
  public DocumentCollections(
      DocumentStore store,
      Profiles profiles,
      FingerprintService fingerprints,
      IndexMaker maker,
      CollectionAccess access,
      Clock clock,
      CollectionBackend backend) {
    this.store = store;
    this.profiles = profiles;
    this.fingerprints = fingerprints;
    this.maker = maker;
    this.access = access;
    this.clock = clock;
    this.backend = backend;
  }

  /// Is notified of collections that are opened and deleted.
  public interface Listener {

    /// A collection is ready for use.
    default void opened(DocumentCollection collection) {}

    /// A collection was deleted.
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

  /// Loads all documents, on all cores. Creates the default collection if it does not exist.
  ///
  /// @throws StoreException if they cannot be read
  public void load() {
    if (store.collections().find(DEFAULT).isEmpty()) {
      String profile = profiles.defaultProfile().name();
      store
          .collections()
          .put(new CollectionSettings(DEFAULT, profile, null, false, null, clock.instant()));
    }
    Map<String, DocumentCollection> opened = new HashMap<>();
    for (CollectionSettings settings : store.collections().list()) {
      opened.put(settings.name(), open(settings));
    }
    new CollectionLoader(store, opened)
        .load((done, estimated) -> progress = new LoadingProgress(done, estimated, false));
    byName.putAll(opened);
    opened.values().forEach(collection -> listeners.forEach(each -> each.opened(collection)));
    progress = new LoadingProgress(progress.read(), progress.read(), true);
    String profile = Objects.requireNonNull(opened.get(DEFAULT)).profile().name();
    if (!profile.equals(profiles.defaultProfile().name())) {
      log.warn(
          "The collection '{}' has documents of profile {} and keeps it; neardup.profile={} counts for new"
              + " collections, and for fingerprints and comparisons that name no profile",
          DEFAULT,
          profile,
          profiles.defaultProfile().name());
    }
  }

  private DocumentCollection open(CollectionSettings settings) {
    Profile profile =
        profiles
            .find(settings.profile())
            .orElseThrow(() ->
                new StoreException(
                    StoreException.StoreFault.UNUSABLE_DIRECTORY,
                    "The collection '"
                        + settings.name()
                        + "' has fingerprints of profile '"
                        + settings.profile()
                        + "', which is neither built in nor configured. Define it under neardup.profiles"
                        + " as it was, or run the version that has it."));
    return new DocumentCollection(settings, profile, store, maker, fingerprints, clock, backend);
  }

  /// The collection of that name, or the default one. Every request that uses a collection resolves
  /// it here, so access is checked here.
  ///
  /// @throws RequestException if it does not exist or the caller may not use it
  /// @throws LoadingException if the documents are still being loaded
  public DocumentCollection get(@Nullable String name) {
    String requested = name == null ? DEFAULT : name;
    requireAccess(requested);
    requireLoaded();
    DocumentCollection collection = byName.get(requested);
    if (collection == null) {
      backend.catchUp();
      collection = byName.get(requested);
    }
    if (collection == null) {
      throw new RequestException(
          Fault.NOT_FOUND,
          "collection",
          "must name a collection that exists: "
              + byName.keySet().stream().filter(access::permits).collect(Collectors.joining(", "))
              + "; was '"
              + requested
              + "'");
    }
    return collection;
  }

  private void requireAccess(String name) {
    if (!access.permits(name)) {
      throw new RequestException(
          Fault.FORBIDDEN,
          "collection",
          "'" + name + "' may not be used with this key or token; name another collection");
    }
  }

  /// Refuses a request whose minimum position is not visible. On a single node every acknowledged
  /// position is visible; a position of another data directory, or from after the backup that was
  /// restored, is refused.
  ///
  /// @param position returned by a write, null for none
  /// @throws RequestException UNAVAILABLE if it has not been reached
  public void requireApplied(@Nullable String position) {
    if (position == null) {
      return;
    }
    Position requested;
    try {
      requested = Position.parse(position);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("minPosition", String.valueOf(e.getMessage()));
    }
    if (!backend.isApplied(requested)) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "minPosition",
          "was not reached yet: '" + position + "'; try again, or leave it out");
    }
  }

  /// The collection of that name, if it exists and the caller may use it.
  ///
  /// @throws LoadingException if the documents are still being loaded
  public Optional<DocumentCollection> permitted(String name) {
    requireLoaded();
    return access.permits(name) ? find(name) : Optional.empty();
  }

  /// Whether the caller may use the collection of that name, whether it exists or not.
  public boolean permits(String name) {
    return access.permits(name);
  }

  /// The collections that the caller may use, in the order of their names.
  ///
  /// @throws LoadingException if the documents are still being loaded
  public List<DocumentCollection> permitted() {
    requireLoaded();
    return byName.values().stream().filter(each -> access.permits(each.name())).toList();
  }

  /// The collection of that name, if it exists and is loaded, without an access check: for work
  /// whose request was checked.
  public Optional<DocumentCollection> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /// All collections, in the order of their names; empty while they are being loaded.
  public Collection<DocumentCollection> all() {
    return List.copyOf(byName.values());
  }

  /// Creates or changes a collection.
  ///
  /// @return whether it was created
  /// @throws RequestException if the settings are invalid; CONFLICT if it has documents of another
  ///   profile
  public synchronized boolean put(String name, CollectionChange change) {
    requireAccess(name);
    requireLoaded();
    requireName(name);
    DocumentCollection present = byName.get(name);
    Profile profile = profile(change.profile(), present);
    if (change.maxDistance() != null) {
      LookupLimits.maxDistance(change.maxDistance(), profile);
    }
    if (present != null && !profile.equals(present.profile())) {
      requireEmpty(present, profile);
      backend.drop(this, present.settings());
      present = null;
    }
    CollectionSettings settings =
        new CollectionSettings(
            name,
            profile.name(),
            change.maxDistance(),
            change.storeText(),
            change.ttl(),
            present == null ? clock.instant() : present.settings().createdAt());
    backend.put(this, settings, present == null ? null : present.settings());
    return present == null;
  }

  /// Opens a collection that was created, or applies its changed settings.
  public void follow(CollectionSettings settings) {
    String name = settings.name();
    synchronized (following) {
      DocumentCollection present = byName.get(name);
      if (present != null && !present.settings().createdAt().equals(settings.createdAt())) {
        forget(name);
        present = null;
      }
      store.collections().put(settings);
      if (present != null) {
        present.settings(settings);
        return;
      }
      DocumentCollection made = open(settings);
      store.collections().putSample(name, made.profile().sample().toString());
      byName.put(name, made);
      listeners.forEach(each -> each.opened(made));
    }
  }

  /// Closes a collection that was deleted; what is left of it in the store is removed.
  public void forget(String name) {
    synchronized (following) {
      DocumentCollection present = byName.remove(name);
      if (store.collections().find(name).isPresent()) {
        store.documents().removeCollection(name);
      }
      if (present != null) {
        listeners.forEach(each -> each.dropped(present));
      }
    }
  }

  /// Changes the settings of a collection.
  ///
  /// @param change maps the present settings to the new ones
  /// @throws RequestException if it does not exist, or the settings are invalid
  public synchronized void change(
      String name, Function<CollectionSettings, CollectionChange> change) {
    put(name, change.apply(get(name).settings()));
  }

  private Profile profile(@Nullable String requested, @Nullable DocumentCollection present) {
    return requested == null && present != null
        ? present.profile()
        : fingerprints.profile(requested);
  }

  private static void requireEmpty(DocumentCollection present, Profile profile) {
    long documents = present.documents();
    if (documents > 0) {
      throw new RequestException(
          Fault.CONFLICT,
          "profile",
          "cannot become "
              + profile.name()
              + ": collection '"
              + present.name()
              + "' has "
              + documents
              + " documents with fingerprints of "
              + present.profile().name()
              + ", which cannot be compared with those; make another collection");
    }
  }

  /// Deletes a collection with all its documents.
  ///
  /// @throws RequestException if it does not exist, or is the default one
  public synchronized void drop(String name) {
    DocumentCollection present = get(name);
    if (name.equals(DEFAULT)) {
      throw new RequestException(
          Fault.CONFLICT,
          "collection",
          "'" + DEFAULT + "' always exists; delete its documents, or use another collection");
    }
    backend.drop(this, present.settings());
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw RequestException.invalid(
          "collection",
          "must be named by 1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter"
              + " or digit; was '"
              + name
              + "'");
    }
  }

  /// Whether the documents are loaded, in a cluster those of the partitions of this process.
  public boolean isReady() {
    return progress.done() && backend.isReady();
  }

  /// Refuses work that needs all documents in this process, see [CollectionBackend#requireWhole].
  ///
  /// @param field of the request
  public void requireWhole(String field) {
    backend.requireWhole(field);
  }

  /// Refuses requests while the documents are being loaded.
  ///
  /// @throws LoadingException if they are
  public void requireLoaded() {
    LoadingProgress now = progress;
    if (!now.done()) {
      throw new LoadingException(
          "the documents are being read: "
              + now.read()
              + " of about "
              + now.estimated()
              + "; try again in a few seconds, GET /actuator/health/readiness reports the progress");
    }
  }
}
