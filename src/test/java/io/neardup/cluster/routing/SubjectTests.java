package io.neardup.cluster.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.relay.Call;
import io.neardup.cluster.routing.Subject.Anything;
import io.neardup.cluster.routing.Subject.OfCollection;
import io.neardup.cluster.routing.Subject.OfJob;
import io.neardup.cluster.routing.Subject.OfSeveral;
import org.junit.jupiter.api.Test;

class SubjectTests {

  private static Subject subject(String method, String target) {
    return Subject.of(Call.of(method, target));
  }

  @Test
  void collectionStandsInTheAddress() {
    assertThat(subject("PUT", "/documents/a")).isEqualTo(new OfCollection("default"));
    assertThat(subject("GET", "/documents?limit=2&collection=crawl-a&collection=b"))
        .isEqualTo(new OfCollection("crawl-a"));
    assertThat(subject("POST", "/duplicates?collection=a%2Bb")).isEqualTo(new OfCollection("a+b"));
    assertThat(subject("GET", "/pairs?c%6Fllection=a+b")).isEqualTo(new OfCollection("a b"));
    assertThat(subject("POST", "/collections/crawl-a/jobs?collection=b"))
        .isEqualTo(new OfCollection("crawl-a"));
    assertThat(subject("GET", "/%64ocuments/a?collection=b")).isEqualTo(new OfCollection("b"));
    assertThat(subject("DELETE", "/collections/crawl-a")).isEqualTo(new OfCollection("crawl-a"));
  }

  @Test
  void lookupsMayNameSeveralCollections() {
    assertThat(subject("GET", "/duplicates?collection=a,b")).isEqualTo(new OfSeveral());
    assertThat(subject("POST", "/passages?collection=crawl-*")).isEqualTo(new OfSeveral());
    assertThat(subject("GET", "/documents?collection=a,b"))
        .as("refused by any instance")
        .isEqualTo(new OfCollection("a,b"));
  }

  @Test
  void listsAreOfAllCollections() {
    assertThat(subject("GET", "/collections")).isEqualTo(new OfSeveral());
    assertThat(subject("GET", "/jobs?collection=a")).isEqualTo(new OfSeveral());
    assertThat(subject("POST", "/compare")).isEqualTo(new OfSeveral());
    assertThat(subject("GET", "/jobs/nightly.1x/results")).isEqualTo(new OfJob("nightly.1x"));
  }

  @Test
  void othersAreAnsweredByAnyInstance() {
    for (String path : new String[] {"/", "", "/fingerprint", "/changes", "/actuator"}) {
      assertThat(subject("POST", path + "?collection=a")).isEqualTo(new Anything());
    }
    assertThat(subject("GET", "/documents?collection=%zz"))
        .as("malformed, and refused by any instance")
        .isEqualTo(new OfCollection("default"));
  }

  @Test
  void lookupsOnlyRead() {
    assertThat(Subject.reads(Call.of("POST", "/%64uplicates?collection=a"))).isTrue();
    assertThat(Subject.reads(Call.of("HEAD", "/documents/a"))).isTrue();
    assertThat(Subject.reads(Call.of("POST", "/documents"))).isFalse();
    assertThat(Subject.reads(Call.of("POST", "/collections/a/jobs"))).isFalse();
  }
}
