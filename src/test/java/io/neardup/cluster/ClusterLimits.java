package io.neardup.cluster;

import static io.neardup.cluster.ClusterTests.at;
import static io.neardup.cluster.ClusterTests.context;
import static io.neardup.cluster.ClusterTests.metric;
import static io.neardup.cluster.ThreeInstances.IMPATIENT;
import static io.neardup.cluster.ThreeInstances.json;
import static io.neardup.cluster.ThreeInstances.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.RunningService.Answer;
import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.wire.CreatedCollection;
import io.neardup.cluster.wire.Question;
import io.neardup.cluster.wire.Question.Search;
import io.neardup.cluster.wire.ReadRequest;
import io.neardup.cluster.wire.WireClient;
import io.neardup.profile.Content;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentWrites;
import io.neardup.store.Partitions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What instances do when others are slow, and what they refuse.
abstract class ClusterLimits {

  /// Its own standbys are behind their owners, which have no lease, and so wait for a mark before
  /// they answer.
  @Test
  void aLookupWithoutOwnersSeesWhatWasAcknowledged() {
    at(0).put("/collections/marked", "{}").require(201);
    double before = metric(IMPATIENT, "neardup_cluster_hedged_total");
    Eventually.await().until(() -> IntStream.range(0, 3).noneMatch(ClusterLimits::holdsLeases));
    String documents =
        IntStream.range(0, 100)
            .mapToObj(i -> json(text(i), ", \"id\": \"d" + i + "\""))
            .collect(Collectors.joining("\n"));
    at(0).postLines("/documents?collection=marked&limit=0", documents).require(200);
    String questions =
        IntStream.range(0, 100).mapToObj(i -> json(text(i), "")).collect(Collectors.joining("\n"));
    List<JsonNode> found =
        at(IMPATIENT).postLines("/duplicates?collection=marked", questions).require(200).lines();
    for (int i = 0; i < 100; i++) {
      assertThat(found.get(i).at("/complete").asBoolean()).isTrue();
      assertThat(found.get(i).at("/matches/0/id").asString("")).isEqualTo("d" + i);
    }
    assertThat(metric(IMPATIENT, "neardup_cluster_hedged_total")).isGreaterThan(before);
  }

  private static boolean holdsLeases(int instance) {
    HostedPartitions hosted = hosted(instance);
    return IntStream.range(0, hosted.count())
        .mapToObj(hosted::ownerOf)
        .anyMatch(owner -> owner != null && owner.holdsLease());
  }

  private static HostedPartitions hosted(int instance) {
    return context(instance).getBean(Cluster.class).hosted();
  }

  @Test
  void aSearchEndsWhenNobodyWaitsForItsAnswer() {
    DocumentCollection collection = collection("late");
    for (int i = 0; i < 20; i++) {
      at(0).put("/documents/d" + i + "?collection=late", json(text(i), "")).require(201);
    }
    HostedPartitions hosted = hosted(0);
    InstanceReads reads = new InstanceReads(hosted, (name, created) -> collection);
    Search search =
        new Search(
            CreatedCollection.of(collection.settings()),
            collection.profile().sketch(new Content.Text(text(1))).fingerprint(),
            Lookup.of(
                new LookupRequest(null, null, null, null, MetadataFilter.NONE),
                collection.profile(),
                collection.settings(),
                null),
            null);
    assertThat(reads.answer(request(hosted, 60_000, search, 1)).partitions()).isNotEmpty();
    assertThat(reads.answer(request(hosted, 20, search, 100_000)).partitions()).isEmpty();
  }

  /// @param count how often the question is asked
  private static ReadRequest request(
      HostedPartitions hosted, long waitMillis, Question question, int count) {
    Map<Integer, Long> owned =
        IntStream.range(0, hosted.count())
            .filter(partition -> hosted.ownerOf(partition) != null)
            .boxed()
            .collect(Collectors.toMap(partition -> partition, partition -> 0L));
    return new ReadRequest(owned, true, waitMillis, Collections.nCopies(count, question));
  }

  /// They wait where they arrive, and their time does not run out meanwhile.
  @Test
  void fewDocumentsAreDecidedOnAtOnce() {
    DocumentWrites writes = collection("decided-on").writes();
    String lines =
        IntStream.range(0, 3_000)
            .mapToObj(i -> json(text(i), ""))
            .collect(Collectors.joining("\n"));
    CompletableFuture<Answer> stream =
        CompletableFuture.supplyAsync(() ->
            at(0).postLines("/documents?collection=decided-on&limit=0&onDuplicate=skip", lines));
    AtomicInteger most = new AtomicInteger();
    Eventually.await()
        .pollInterval(Duration.ofMillis(1))
        .until(() -> {
          most.accumulateAndGet(writes.underWay(), Math::max);
          return stream.isDone();
        });
    assertThat(most.get()).isBetween(1, ClusterWrites.MAX_DECIDED);
    assertThat(stream.join().require(200).lines())
        .hasSize(3_000)
        .allMatch(line -> line.has("outcome"));
  }

  @Test
  void aDocumentThatIsLongerThanAMessageIsRefused() {
    DocumentCollection collection = collection("long");
    HostedPartitions hosted = hosted(0);
    String other =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "d" + i)
            .filter(id -> hosted.ownerOf(new Partitions(hosted.count()).of(id)) == null)
            .findFirst()
            .orElseThrow();
    String metadata = "{\"a\": \"" + "x".repeat(WireClient.MAX_BYTES) + "\"}";
    Source source = new Source.OfContent(new Content.Text(text(1)));
    assertThatThrownBy(() ->
            Awaited.of(
                NewDocuments.store(collection, NewDocuments.of(other, source, metadata, null))))
        .isInstanceOfSatisfying(
            RequestException.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(Fault.TOO_LARGE);
              assertThat(refused).hasMessageContaining("bytes between instances");
            });
    at(1).get("/documents/" + other + "?collection=long").requireProblem(404, "id");
  }

  private static DocumentCollection collection(String name) {
    at(0).put("/collections/" + name, "{}").require(201);
    return context(0).getBean(DocumentCollections.class).find(name).orElseThrow();
  }
}
