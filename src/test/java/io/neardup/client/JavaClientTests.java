package io.neardup.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import java.util.List;
import java.util.Map;
import neardup.client.ApiClient;
import neardup.client.ApiException;
import neardup.client.api.DocumentsApi;
import neardup.client.api.FingerprintsApi;
import neardup.client.api.NearDuplicatesApi;
import neardup.client.api.WholeCollectionsApi;
import neardup.client.model.CompareRequest;
import neardup.client.model.DocumentRequest;
import neardup.client.model.DuplicatesRequest;
import neardup.client.model.DuplicatesResponse;
import neardup.client.model.SourceRequest;
import neardup.client.model.StoredResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// A client in Java, generated from the API description by the build, makes lookups.
@HttpTest
class JavaClientTests {

  /// A text that no other test stores.
  static final String TEXT =
      "The lighthouse keeper wound the clockwork every evening, trimmed the wick, wrote the wind and the"
          + " passing sails into the book, and slept when the relief boat had been sighted.";

  private static final String ID = "https://example.org/java";

  @Autowired private RunningService service;

  private DocumentsApi documents;
  private NearDuplicatesApi duplicates;
  private FingerprintsApi fingerprints;
  private WholeCollectionsApi collections;

  @BeforeEach
  void connect() {
    ApiClient client = new ApiClient();
    client.updateBaseUri("http://localhost:" + service.port());
    documents = new DocumentsApi(client);
    duplicates = new NearDuplicatesApi(client);
    fingerprints = new FingerprintsApi(client);
    collections = new WholeCollectionsApi(client);
  }

  @Test
  void findsWhatItStored() throws ApiException {
    DocumentRequest document =
        new DocumentRequest().text(TEXT).metadata(Map.of("client", "java")).ttlSeconds(3600L);
    StoredResponse stored = documents.putDocument(ID, document, null, null, null, null, null);
    assertThat(stored.getOutcome()).isEqualTo(StoredResponse.OutcomeEnum.ADDED);

    DuplicatesResponse found =
        duplicates.getDuplicates(TEXT, null, null, null, null, null, null, null, null, null, null);
    assertThat(found.getMatches()).hasSize(1);
    assertThat(found.getMatches().getFirst().getId()).isEqualTo(ID);
    assertThat(found.getMatches().getFirst().getDistance()).isZero();
    assertThat(found.getQuery().getFingerprint()).isEqualTo(stored.getFingerprint());

    DuplicatesRequest nearest = new DuplicatesRequest().text(TEXT).nearest(1);
    assertThat(
            duplicates
                .postDuplicates(
                    nearest, null, null, null, null, null, null, null, null, null, null, null)
                .getMatches())
        .extracting(match -> match.getId())
        .containsExactly(ID);
    assertThat(collections.getPairs(null, List.of("client:java"), null, null, null).getSummary())
        .extracting(summary -> summary.getDocuments())
        .isEqualTo(1);
    documents.deleteDocument(ID, null, null);
  }

  @Test
  void comparesWithMeasures() throws ApiException {
    CompareRequest request =
        new CompareRequest()
            .a(new SourceRequest().text(TEXT))
            .b(new SourceRequest().text(TEXT))
            .measures(List.of(CompareRequest.MeasuresEnum.JACCARD));
    assertThat(fingerprints.compare(request).getMeasures().getJaccard().getValue().doubleValue())
        .isEqualTo(1);
  }

  @Test
  void aProblemNamesTheField() {
    assertThatThrownBy(() ->
            documents.postDocument(
                new DocumentRequest(), null, null, null, null, null, null, null, null, null))
        .isInstanceOfSatisfying(
            ApiException.class,
            refused -> {
              assertThat(refused.getCode()).isEqualTo(400);
              assertThat(Json.read(refused.getResponseBody()).at("/errors/0/field").asString())
                  .isEqualTo("body");
            });
  }
}
