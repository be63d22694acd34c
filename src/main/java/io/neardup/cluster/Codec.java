package io.neardup.cluster;

import io.neardup.cluster.InstanceRead.FoundJson;
import io.neardup.cluster.InstanceRead.NearJson;
import io.neardup.cluster.InstanceRead.Search;
import io.neardup.cluster.InstanceRead.SearchPlan;
import io.neardup.cluster.InstanceRead.StoredJson;
import io.neardup.cluster.InstanceWrite.DuplicatesJson;
import io.neardup.cluster.InstanceWrite.IncomingJson;
import io.neardup.index.LookupPath;
import io.neardup.index.Plan;
import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.write.IncomingDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import io.neardup.store.codec.EventCodec;
import io.neardup.store.codec.VectorCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Converts what instances exchange.
final class Codec {

  /// Matches of other instances are not explained by tables and probes.
  private static final LookupPath ELSEWHERE = (query, match) -> null;

  private Codec() {}

  static StoredJson json(Logged<Put> stored) {
    return new StoredJson(
        stored.position().partition(),
        stored.position().offset(),
        EventCodec.encode(stored.event()));
  }

  static Logged<Put> stored(StoredJson json) {
    return new Logged<>(
        new Position(json.partition(), json.offset()), (Put) EventCodec.decode(json.event()));
  }

  static StoredJson json(String collection, Document document) {
    Put put = new Put(collection, document.id(), document.revision(), document.updatedAt());
    Position position = document.position();
    return position == null
        ? new StoredJson(0, 0, EventCodec.encode(put))
        : new StoredJson(position.partition(), position.offset(), EventCodec.encode(put));
  }

  /// The question for near-duplicates of a text.
  static Search json(Fingerprinted query, Lookup lookup) {
    return new Search(
        query.fingerprint().toString(),
        lookup,
        lookup.verification() == null ? null : features(query));
  }

  private static byte @Nullable [] features(Fingerprinted query) {
    FeatureVector vector = query.vector() == null ? null : query.vector().get();
    return vector == null ? null : VectorCodec.encode(vector);
  }

  /// The text of a question.
  static Fingerprinted query(Search json, Profile profile) {
    return new Fingerprinted(
        Fingerprint.parse(json.fingerprint(), profile.bits()),
        profile,
        null,
        vector(json.features()));
  }

  private static @Nullable LazyVector vector(byte @Nullable [] features) {
    return features == null ? null : new LazyVector(() -> VectorCodec.decode(features));
  }

  static FoundJson json(String collection, Found found) {
    return new FoundJson(
        found.near().stream().map(near -> json(collection, near)).toList(),
        found.truncated(),
        json(found.plan()),
        found.candidates(),
        found.verified());
  }

  static NearJson json(String collection, NearDocument near) {
    return new NearJson(json(collection, near.document()), near.distance(), near.similarity());
  }

  static Found found(FoundJson json) {
    return new Found(
        json.near().stream().map(Codec::near).toList(),
        json.truncated(),
        plan(json.plan()),
        json.candidates(),
        json.verified());
  }

  private static NearDocument near(NearJson json) {
    StoredJson stored = json.document();
    Document document =
        stored.offset() == 0
            ? Document.of((Put) EventCodec.decode(stored.event()))
            : Document.of(stored(stored));
    return new NearDocument(document, json.distance(), json.similarity(), false);
  }

  private static SearchPlan json(Plan plan) {
    return new SearchPlan(
        plan.kind().name(), plan.probes(), plan.maxDistance(), plan.exactTo(), plan.recall());
  }

  private static Plan plan(SearchPlan json) {
    return new Plan(
        Plan.Kind.valueOf(json.kind()),
        json.probes(),
        json.maxDistance(),
        json.exactTo(),
        json.recall(),
        ELSEWHERE);
  }

  /// The plan of two searches of different documents.
  static Plan merge(Plan a, Plan b) {
    Plan less = a.recall() <= b.recall() ? a : b;
    return new Plan(
        a.kind() == Plan.Kind.NONE ? b.kind() : less.kind(),
        a.probes() + b.probes(),
        a.maxDistance(),
        Math.min(a.exactTo(), b.exactTo()),
        less.recall(),
        ELSEWHERE);
  }

  static IncomingJson json(String collection, IncomingDocument incoming) {
    Verdict verdict = incoming.verdict();
    Revision draft = verdict == null ? incoming.draft() : incoming.draft().withVerdict(verdict);
    return new IncomingJson(
        EventCodec.encode(new Put(collection, incoming.id(), draft, draft.createdAt())),
        incoming.made().features(),
        incoming.near().verification() == null || incoming.onDuplicate() == OnDuplicate.ADD
            ? null
            : features(incoming.made()),
        incoming.near(),
        incoming.listed(),
        incoming.onDuplicate().name(),
        verdict != null);
  }

  static IncomingDocument incoming(IncomingJson json, Precondition condition, Profile profile) {
    Put put = (Put) EventCodec.decode(json.draft());
    Revision draft = put.revision();
    return new IncomingDocument(
        put.id(),
        new Fingerprinted(draft.fingerprint(), profile, json.features(), vector(json.vector())),
        json.near(),
        json.listed(),
        OnDuplicate.valueOf(json.onDuplicate()),
        condition,
        json.hasVerdict() ? draft.verdict() : null,
        draft,
        null);
  }

  static DuplicatesJson json(String collection, LookupResult duplicates, List<String> removed) {
    Found listed =
        new Found(
            duplicates.matches(),
            duplicates.truncated(),
            duplicates.plan(),
            duplicates.candidates(),
            duplicates.verified());
    return new DuplicatesJson(json(collection, listed), duplicates.allowedBy(), removed);
  }

  static LookupResult duplicates(DuplicatesJson json, IncomingDocument incoming) {
    Found found = found(json.found());
    return LookupResult.of(
        incoming.made(),
        incoming.near(),
        incoming.listed(),
        new NearbyDocuments(found, found, List.of()),
        json.allowedBy(),
        incoming.draft().contentHash());
  }
}
