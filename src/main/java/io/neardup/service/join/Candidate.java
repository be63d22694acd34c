package io.neardup.service.join;

import io.neardup.store.Document;
import java.time.Instant;

/// What decides whether a document is kept, without the document, since many are held in memory.
///
/// @param row of its fingerprint in the snapshot of the join
/// @param tag the entity tag of its revision
/// @param createdAt when it was first stored
/// @param value by which its [SurvivorRule] prefers it
public record Candidate(int row, String id, String tag, Instant createdAt, RankValue value) {

  static Candidate of(int row, Document document, RankValue value) {
    return new Candidate(row, document.id(), document.tag(), document.createdAt(), value);
  }
}
