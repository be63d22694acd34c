package io.neardup.service.write;

import io.neardup.service.LazyVector;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A document with its fingerprint and the near-duplicates found before the decision. It may wait;
/// the decision also considers writes decided since.
public final class PreparedDocument {

  private final IncomingDocument incoming;
  private final CandidateSearch.@Nullable Search search;
  private final Optional<Logged<Put>> known;
  private final @Nullable LazyVector vector;
  private final long @Nullable [] anchors;
  private final ContainerSearch.@Nullable ContainmentCheck containers;

  /// @param known the stored revision of its id
  /// @param vector the features to be counted, null if they are not counted
  /// @param anchors of its passages, null if these are not indexed
  /// @param containers the documents that contain it, null if these do not matter
  PreparedDocument(
      IncomingDocument incoming,
      CandidateSearch.Search search,
      Optional<Logged<Put>> known,
      @Nullable LazyVector vector,
      long @Nullable [] anchors,
      ContainerSearch.@Nullable ContainmentCheck containers) {
    this.incoming = incoming;
    this.search = search;
    this.known = known;
    this.vector = vector;
    this.anchors = anchors;
    this.containers = containers;
  }

  /// A document that is decided elsewhere.
  public PreparedDocument(IncomingDocument incoming) {
    this.incoming = incoming;
    this.search = null;
    this.known = Optional.empty();
    this.vector = null;
    this.anchors = null;
    this.containers = null;
  }

  public IncomingDocument incoming() {
    return incoming;
  }

  CandidateSearch.Search search() {
    return Objects.requireNonNull(search, "prepared elsewhere");
  }

  Optional<Logged<Put>> known() {
    return known;
  }

  @Nullable LazyVector vector() {
    return vector;
  }

  long @Nullable [] anchors() {
    return anchors;
  }

  ContainerSearch.@Nullable ContainmentCheck containers() {
    return containers;
  }
}
