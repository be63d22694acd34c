package io.neardup.service.write;

import io.neardup.service.write.WriteDecider.Incoming;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import java.util.Optional;

/// A document with all that could be found out about it before it is its turn to be decided about:
/// its fingerprint, and what was near it at the time. It may wait; what is decided in between is
/// looked at when its turn comes.
public final class PreparedDocument {

  private final Incoming incoming;
  private final CandidateSearch.Search search;
  private final Optional<Logged<Put>> known;

  /// @param known what was stored under its id
  PreparedDocument(Incoming incoming, CandidateSearch.Search search, Optional<Logged<Put>> known) {
    this.incoming = incoming;
    this.search = search;
    this.known = known;
  }

  Incoming incoming() {
    return incoming;
  }

  CandidateSearch.Search search() {
    return search;
  }

  Optional<Logged<Put>> known() {
    return known;
  }
}
