package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.NearTexts;
import io.neardup.index.StopSignal;
import io.neardup.measure.Verification;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Candidates are verified by their features, in lookups, decisions on writes, pairs and groups.
class VerifiedCollectionTests {

  private static final LookupRequest USUAL =
      new LookupRequest(null, 1.0, 10, null, MetadataFilter.NONE, null);

  private static final NearTexts MISSED = NearTexts.missed(1);
  private static final NearTexts WRONG = NearTexts.wrong(2);

  @TempDir private Path data;
  @AutoClose private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
  }

  @ParameterizedTest
  @EnumSource(
      value = VerifyMode.class,
      names = {"TEXT", "FEATURES"})
  void theFeaturesDecide(VerifyMode mode) {
    DocumentCollection collection = filled(mode);
    LookupResult found = find(collection, MISSED.other());
    NearDocument match = found.matches().getFirst();
    assertThat(match.document().id()).isEqualTo("missed");
    assertThat(match.distance()).isEqualTo(MISSED.distance());
    assertThat(match.similarity()).isCloseTo(MISSED.similarity(), within(1e-9));
    assertThat(match.document().revision().text()).isNull();
    assertThat(match.document().revision().vector()).isNull();
    assertThat(found.verified()).isEqualTo(new Verified(1, 0));
    assertThat(found.verification()).isEqualTo(new Verification(0.54, 30, 64, 54));
    assertThat(found.maxDistance()).isEqualTo(54);
    assertThat(found.plan().isExact()).isTrue();

    LookupResult refused = find(collection, WRONG.other());
    assertThat(refused.matches()).isEmpty();
    assertThat(refused.verified()).isEqualTo(new Verified(1, 1));
  }

  @ParameterizedTest
  @EnumSource(VerifyMode.class)
  void modesSurviveARestart(VerifyMode mode) {
    filled(mode);
    store.close();
    open();
    DocumentCollection collection = collections.get("c");
    assertThat(collection.settings().verifies()).isEqualTo(mode);
    boolean verifies = mode != VerifyMode.OFF;
    assertThat(find(collection, MISSED.other()).matches()).hasSize(verifies ? 1 : 0);
    assertThat(find(collection, WRONG.other()).matches()).hasSize(verifies ? 0 : 1);
    assertThat(collection.documents().text("missed").isPresent())
        .isEqualTo(mode != VerifyMode.FEATURES);
  }

  @Test
  void withoutItTheDistanceDecides() {
    DocumentCollection collection = filled(VerifyMode.OFF);
    assertThat(find(collection, MISSED.other()).matches()).isEmpty();
    LookupResult found = find(collection, WRONG.other());
    assertThat(found.matches()).extracting(NearDocument::similarity).containsOnlyNulls();
    assertThat(found.verification()).isNull();
    assertThatThrownBy(() -> find(collection, WRONG.other(), similarity(0.5)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs a collection that verifies candidates");
  }

  @Test
  void aRequestedDistanceDecidesAlone() {
    DocumentCollection collection = filled(VerifyMode.TEXT);
    LookupResult found = find(collection, WRONG.other(), distance(54, null));
    assertThat(found.matches()).hasSize(1);
    assertThat(found.verification()).isNull();
    assertThat(find(collection, MISSED.other(), distance(54, null)).matches()).isEmpty();
    assertThat(find(collection, MISSED.other(), distance(64, null)).matches()).hasSize(1);
    assertThat(find(collection, WRONG.other(), distance(54, 0.54)).matches()).isEmpty();
    assertThat(find(collection, MISSED.other(), distance(54, 0.2)).matches()).isEmpty();
  }

  @Test
  void aRequestedSimilarityIsTheThreshold() {
    DocumentCollection collection = filled(VerifyMode.TEXT);
    double at = MISSED.similarity();
    assertThat(find(collection, MISSED.other(), similarity(at)).matches()).hasSize(1);
    assertThat(find(collection, MISSED.other(), similarity(at + 1e-6)).matches()).isEmpty();
    assertThat(find(collection, WRONG.other(), similarity(0.3)).matches()).hasSize(1);
    assertThat(find(collection, MISSED.text(), similarity(1.0)).matches()).hasSize(1);
    assertThatThrownBy(() -> find(collection, WRONG.other(), similarity(1.1)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("0 to 1");
  }

  @Test
  void clearCandidatesAreNotCompared() {
    DocumentCollection collection = filled(VerifyMode.TEXT);
    LookupResult found = find(collection, MISSED.text());
    assertThat(found.matches()).extracting(NearDocument::identical).containsExactly(true);
    assertThat(found.matches()).extracting(NearDocument::similarity).containsOnlyNulls();
    assertThat(found.verified()).isEqualTo(Verified.NONE);
  }

  /// Fingerprints have no features, and documents may have none.
  @Test
  void otherwiseTheDistanceDecides() {
    DocumentCollection collection = filled(VerifyMode.TEXT);
    String fingerprint = fingerprint(WRONG.other());
    LookupResult found =
        collection.duplicates(new Source.OfFingerprint(fingerprint), USUAL, StopSignal.NEVER);
    assertThat(found.matches()).hasSize(1);
    assertThat(found.verification()).isNull();
    put(collection, "bare", new Source.OfFingerprint(fingerprint(MISSED.text())), OnDuplicate.ADD);
    assertThat(find(collection, MISSED.other()).matches())
        .extracting(match -> match.document().id())
        .containsExactly("missed");
  }

  @Test
  void aDocumentIsComparedByItsStoredFeatures() {
    DocumentCollection collection = filled(VerifyMode.FEATURES);
    put(collection, "missed-other", text(MISSED.other()), OnDuplicate.ADD);
    LookupResult found =
        collection.duplicates(new Source.OfStored("missed-other"), USUAL, StopSignal.NEVER);
    assertThat(found.matches())
        .extracting(match -> match.document().id())
        .containsExactly("missed");
    assertThat(found.matches().getFirst().similarity())
        .isCloseTo(MISSED.similarity(), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(
      value = VerifyMode.class,
      names = {"TEXT", "FEATURES"})
  void changesOfADocumentKeepItsFeatures(VerifyMode mode) {
    DocumentCollection collection = filled(mode);
    collection
        .revise("missed", Precondition.NONE, new DocumentChange(null, true, null, null, null))
        .join();
    collection
        .revise("missed", Precondition.NONE, new DocumentChange(null, false, null, null, null))
        .join();
    assertThat(find(collection, MISSED.other()).matches()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = VerifyMode.class,
      names = {"TEXT", "FEATURES"})
  void decisionsFollowTheFeatures(VerifyMode mode) {
    DocumentCollection collection = filled(mode);
    assertThat(put(collection, "a", text(MISSED.other()), OnDuplicate.SKIP).outcome())
        .isEqualTo(Outcome.SKIPPED);
    assertThat(put(collection, "b", text(WRONG.other()), OnDuplicate.SKIP).outcome())
        .isEqualTo(Outcome.ADDED);
    assertThat(put(collection, "c", text(MISSED.other()), OnDuplicate.REPLACE).removed())
        .containsExactly("missed");
  }

  /// Documents that are not on disk yet are compared by their features as well.
  @ParameterizedTest
  @EnumSource(
      value = VerifyMode.class,
      names = {"TEXT", "FEATURES"})
  void pendingWritesAreVerified(VerifyMode mode) {
    DocumentCollection collection = collection(mode);
    for (int i = 0; i < 20; i++) {
      NearTexts missed = NearTexts.missed(100 + i);
      NearTexts wrong = NearTexts.wrong(100 + i);
      List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
      for (String text : List.of(missed.text(), missed.other(), wrong.text(), wrong.other())) {
        writes.add(
            collection.store(
                collection.prepare(
                    document(null, text(text), OnDuplicate.SKIP), StopSignal.NEVER)));
      }
      assertThat(writes.stream().map(write -> write.join().outcome()))
          .containsExactly(Outcome.ADDED, Outcome.SKIPPED, Outcome.ADDED, Outcome.ADDED);
    }
  }

  @Test
  void pairsAndGroupsAreVerified() {
    DocumentCollection collection = filled(VerifyMode.TEXT);
    put(collection, "missed-other", text(MISSED.other()), OnDuplicate.ADD);
    put(collection, "wrong-other", text(WRONG.other()), OnDuplicate.ADD);
    List<NearPair> pairs = pairs(collection, USUAL);
    assertThat(pairs)
        .containsExactly(
            NearPair.of(
                "missed",
                1,
                "missed-other",
                1,
                MISSED.distance(),
                MISSED.similarity(),
                collection.profile()));
    assertThat(pairs(collection, distance(54, null)))
        .extracting(NearPair::a)
        .containsExactly("wrong");
    List<NearGroup> groups = new ArrayList<>();
    try (CollectionJoin join = join(collection, USUAL)) {
      join.groups(Grouping.of("star", null), (group, further) -> groups.add(group));
      assertThat(join.result().verified()).isEqualTo(new Verified(2, 1));
      assertThat(join.result().maxDistance()).isEqualTo(54);
    }
    assertThat(groups).hasSize(1);
    assertThat(groups.getFirst().beyond()).isZero();
    assertThat(groups.getFirst().members())
        .extracting(NearGroup.Member::id)
        .containsExactlyInAnyOrder("missed", "missed-other");
  }

  @Test
  void aCollectionsOwnDistanceMovesTheThreshold() {
    collections.put(
        "own",
        new CollectionChange("simhash-256-v1", 70, true, null, WeightSource.PROFILE, false, null));
    assertThat(collections.get("own").verification()).isEqualTo(new Verification(0.41, 44, 80, 70));
    collections.put(
        "narrow",
        new CollectionChange("paper-v1", null, true, null, WeightSource.PROFILE, false, null));
    assertThat(collections.get("narrow").verification()).isNull();
  }

  @Test
  void impossibleModesAreRefused() {
    assertThatThrownBy(() -> put("paper-v1", true, VerifyMode.TEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("must be off with profile paper-v1");
    assertThatThrownBy(() -> put("simhash-256-v1", false, VerifyMode.TEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("only with storeText");
    put("paper-v1", false, VerifyMode.OFF);
    put("simhash-256-v1", false, VerifyMode.FEATURES);
  }

  /// Collections of former versions have no stored mode.
  @Test
  void theDefaultDependsOnTexts() {
    assertThat(settings(true).verifies()).isEqualTo(VerifyMode.TEXT);
    assertThat(settings(false).verifies()).isEqualTo(VerifyMode.OFF);
  }

  private static CollectionSettings settings(boolean storeText) {
    return new CollectionSettings("c", "simhash-256-v1", null, storeText, null, Instant.EPOCH);
  }

  private void put(String profile, boolean storeText, VerifyMode mode) {
    collections.put(
        "m",
        new CollectionChange(profile, null, storeText, mode, WeightSource.PROFILE, false, null));
  }

  private DocumentCollection collection(VerifyMode mode) {
    collections.put(
        "c",
        new CollectionChange(
            "simhash-256-v1",
            null,
            mode != VerifyMode.FEATURES,
            mode,
            WeightSource.PROFILE,
            false,
            null));
    return collections.get("c");
  }

  private DocumentCollection filled(VerifyMode mode) {
    DocumentCollection collection = collection(mode);
    put(collection, "missed", text(MISSED.text()), OnDuplicate.ADD);
    put(collection, "wrong", text(WRONG.text()), OnDuplicate.ADD);
    return collection;
  }

  private static Source text(String text) {
    return new Source.OfContent(new Content.Text(text));
  }

  private static String fingerprint(String text) {
    return Profiles.SIMHASH_256_V1.sketch(new Content.Text(text)).fingerprint().toString();
  }

  private static NewDocument document(String id, Source source, OnDuplicate onDuplicate) {
    return new NewDocument(
        id, source, null, USUAL, onDuplicate, null, null, Precondition.NONE, null, null);
  }

  private static WriteResult put(
      DocumentCollection collection, String id, Source source, OnDuplicate onDuplicate) {
    return collection
        .store(collection.prepare(document(id, source, onDuplicate), StopSignal.NEVER))
        .join();
  }

  private static LookupRequest distance(int maxDistance, Double minSimilarity) {
    return new LookupRequest(maxDistance, 1.0, 10, null, MetadataFilter.NONE, minSimilarity);
  }

  private static LookupRequest similarity(double minSimilarity) {
    return new LookupRequest(null, 1.0, 10, null, MetadataFilter.NONE, minSimilarity);
  }

  private static LookupResult find(DocumentCollection collection, String text) {
    return find(collection, text, USUAL);
  }

  private static LookupResult find(
      DocumentCollection collection, String text, LookupRequest request) {
    return collection.duplicates(text(text), request, StopSignal.NEVER);
  }

  private static CollectionJoin join(DocumentCollection collection, LookupRequest request) {
    return new JoinService(1, 1_000)
        .open(collection, request, null, null, StopSignal.NEVER, new ForkJoinPool(2));
  }

  private static List<NearPair> pairs(DocumentCollection collection, LookupRequest request) {
    List<NearPair> pairs = new CopyOnWriteArrayList<>();
    try (CollectionJoin join = join(collection, request)) {
      join.pairs(
          pairs::add,
          equal -> {
            throw new IllegalStateException("no equal documents");
          });
    }
    return pairs;
  }
}
