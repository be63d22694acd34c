package io.neardup.cluster;

import static io.neardup.cluster.ClusterTests.at;
import static io.neardup.cluster.ClusterTests.context;
import static io.neardup.cluster.ClusterTests.ids;
import static io.neardup.cluster.ClusterTests.lookup;
import static io.neardup.cluster.ClusterTests.metric;
import static io.neardup.cluster.ThreeInstances.IMPATIENT;
import static io.neardup.cluster.ThreeInstances.json;
import static io.neardup.cluster.ThreeInstances.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.neardup.store.Partitions;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What instances do when others are slow, and what they refuse.
abstract class ClusterLimits {

  /// Its own standbys are behind their owners, which it does not wait for.
  @Test
  void aLookupWithoutOwnersSeesWhatWasAcknowledged() {
    at(0).put("/collections/marked", "{}").require(201);
    double before = metric(IMPATIENT, "neardup_cluster_hedged_total");
    for (int i = 0; i < 30; i++) {
      at(i).put("/documents/d" + i + "?collection=marked", json(text(i), "")).require(201);
      assertThat(ids(lookup(IMPATIENT, "marked", text(i)))).contains("d" + i);
    }
    assertThat(metric(IMPATIENT, "neardup_cluster_hedged_total")).isGreaterThan(before);
  }

  @Test
  void aSearchEndsWhenNobodyWaitsForItsAnswer() {
    DocumentCollection collection = collection("late");
    for (int i = 0; i < 20; i++) {
      at(0).put("/documents/d" + i + "?collection=late", json(text(i), "")).require(201);
    }
    HostedPartitions hosted = context(0).getBean(Cluster.class).hosted();
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

  @Test
  void aDocumentThatIsLongerThanAMessageIsRefused() {
    DocumentCollection collection = collection("long");
    HostedPartitions hosted = context(0).getBean(Cluster.class).hosted();
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
