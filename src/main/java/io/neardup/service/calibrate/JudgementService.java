package io.neardup.service.calibrate;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.Judgement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Pairs for a person to judge, and what was decided on them.
///
/// Judgements belong to the collection: they are in its backups, and are deleted with it. They stay
/// when their documents are deleted or replaced, and are then not evaluated.
public record JudgementService(Clock clock) {

  /// What a person decided on two documents.
  ///
  /// @param weight the number of pairs that this one stands for, above 0
  public record PairDecision(String a, String b, boolean duplicate, double weight) {

    public PairDecision {
      if (a.equals(b)) {
        throw RequestException.invalid("b", "must be another document than a, was the same");
      }
    }
  }

  /// Two ids, one of which names no document.
  public record MissingPair(String a, String b) {}

  /// The result of storing decisions.
  ///
  /// @param stored their number
  /// @param missing those of deleted documents, which were not stored
  public record StoredDecisions(int stored, List<MissingPair> missing) {}

  /// Pairs at chosen distances.
  ///
  /// @param stop checked periodically
  public SampledPairs sample(
      DocumentCollection collection, SampleRequest request, StopSignal stop) {
    JudgementRecords stored = JudgementRecords.of(collection);
    return new PairSampler(collection, request, stop)
        .sample((a, b) -> {
          Judgement judgement = stored.find(a.id(), b.id());
          return judgement != null
                  && judgement.appliesTo(a.fingerprint(), b.fingerprint(), collection.maxDistance())
              ? judgement.duplicate()
              : null;
        });
  }

  /// Stores decisions, all of them at once. Each replaces an earlier one on the same pair.
  public StoredDecisions store(DocumentCollection collection, List<PairDecision> decisions) {
    List<Judgement> judgements = new ArrayList<>();
    List<MissingPair> missing = new ArrayList<>();
    for (PairDecision decision : decisions) {
      boolean inOrder = decision.a().compareTo(decision.b()) < 0;
      Optional<Document> a = collection.find(inOrder ? decision.a() : decision.b());
      Optional<Document> b = collection.find(inOrder ? decision.b() : decision.a());
      if (a.isEmpty() || b.isEmpty()) {
        missing.add(new MissingPair(decision.a(), decision.b()));
        continue;
      }
      Fingerprint judgedA = a.get().fingerprint();
      Fingerprint judgedB = b.get().fingerprint();
      judgements.add(
          new Judgement(
              a.get().id(),
              b.get().id(),
              decision.duplicate(),
              decision.weight(),
              clock.instant(),
              judgedA,
              judgedB));
    }
    JudgementRecords.of(collection).put(judgements);
    return new StoredDecisions(judgements.size(), missing);
  }

  /// The next judgements, in the order of the UTF-8 of their ids.
  ///
  /// @param after the key of the last one of the page before, "" for the first page
  /// @param limit the maximum number of them
  public List<Judgement> list(DocumentCollection collection, String after, int limit) {
    return JudgementRecords.of(collection).list(after, limit);
  }

  /// Deletes the judgement of a pair.
  ///
  /// @return whether there was one
  public boolean remove(DocumentCollection collection, String a, String b) {
    boolean inOrder = a.compareTo(b) < 0;
    return JudgementRecords.of(collection).remove(inOrder ? a : b, inOrder ? b : a);
  }

  public void clear(DocumentCollection collection) {
    JudgementRecords.of(collection).clear();
  }
}
