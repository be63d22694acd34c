package io.neardup.cluster.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.routing.Subject.Anything;
import io.neardup.cluster.routing.Subject.OfAll;
import io.neardup.cluster.routing.Subject.OfCollection;
import io.neardup.cluster.routing.Subject.OfJob;
import io.neardup.cluster.routing.Subject.OfSeveral;
import org.junit.jupiter.api.Test;

class SubjectTests {

  @Test
  void collectionStandsInTheAddress() {
    assertThat(Subject.of("PUT", "/documents/a", null)).isEqualTo(new OfCollection("default"));
    assertThat(Subject.of("GET", "/documents", "limit=2&collection=crawl-a&collection=b"))
        .isEqualTo(new OfCollection("crawl-a"));
    assertThat(Subject.of("POST", "/duplicates", "collection=a%2Bb"))
        .isEqualTo(new OfCollection("a+b"));
    assertThat(Subject.of("GET", "/pairs", "c%6Fllection=a+b")).isEqualTo(new OfCollection("a b"));
    assertThat(Subject.of("POST", "/collections/crawl-a/jobs", "collection=b"))
        .isEqualTo(new OfCollection("crawl-a"));
    assertThat(Subject.of("DELETE", "/collections/crawl-a", null))
        .isEqualTo(new OfCollection("crawl-a"));
  }

  @Test
  void lookupsMayNameSeveralCollections() {
    assertThat(Subject.of("GET", "/duplicates", "collection=a,b")).isEqualTo(new OfSeveral("a,b"));
    assertThat(Subject.of("POST", "/passages", "collection=crawl-*"))
        .isEqualTo(new OfSeveral("crawl-*"));
    assertThat(Subject.of("GET", "/documents", "collection=a,b"))
        .as("refused by any instance")
        .isEqualTo(new OfCollection("a,b"));
  }

  @Test
  void listsAreOfAllCollections() {
    assertThat(Subject.of("GET", "/collections", null)).isEqualTo(new OfAll());
    assertThat(Subject.of("GET", "/jobs", "collection=a")).isEqualTo(new OfAll());
    assertThat(Subject.of("GET", "/jobs/nightly.1x/results", null))
        .isEqualTo(new OfJob("nightly.1x"));
  }

  @Test
  void othersAreAnsweredByAnyInstance() {
    for (String path :
        new String[] {"/", "", "/fingerprint", "/compare", "/changes", "/actuator"}) {
      assertThat(Subject.of("POST", path, "collection=a")).isEqualTo(new Anything());
    }
    assertThat(Subject.of("GET", "/documents", "collection=%zz"))
        .as("malformed, and refused by any instance")
        .isEqualTo(new OfCollection("default"));
  }
}
