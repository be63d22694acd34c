package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.WholeRead;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.store.Document;
import io.neardup.web.document.DocumentController.PageParameters;
import io.neardup.web.json.StoredStateJson;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/// Streams all documents of a collection as lines, with everything that is stored.
@RestController
record DocumentLinesController(
    DocumentCollections collections,
    RequestQuotas quotas,
    RequestLimits limits,
    ShutdownSignal shutdown,
    JsonMapper mapper) {

  /// Documents whose ids and metadata are read in one batch; texts are read one by one.
  private static final int PAGE = 50;

  /// Memory per character: a text and its UTF-8 line, in units of two bytes.
  private static final int COPIES = 2;

  /// A document as a line, which `POST /documents` stores again.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DocumentLine(
      String id,
      @Nullable String text,
      @Nullable String fingerprint,
      @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata,
      @Nullable Instant expiresAt,
      StoredStateJson stored) {

    static DocumentLine of(Document document) {
      String text = document.revision().text();
      return new DocumentLine(
          document.id(),
          text,
          text == null ? document.fingerprint().toString() : null,
          document.metadata(),
          document.revision().expiresAt(),
          StoredStateJson.of(document.revision()));
    }
  }

  @Hidden // described with the pages
  @GetMapping(path = "/documents", produces = StreamMediaTypes.NDJSON)
  void lines(HttpServletRequest request, HttpServletResponse response, PageParameters query)
      throws IOException {
    if (query.limit() != null || query.texts() != null) {
      throw RequestException.invalid(
          query.limit() != null ? "limit" : "texts",
          "is not for streams, which have all documents with their texts; leave it out");
    }
    DocumentCollection collection = collections.get(query.collection());
    NdjsonWriter lines = new NdjsonWriter(mapper, response, shutdown);
    try (Share _ = quotas.streams().takeOne(CallerName.of(request))) {
      // Reserved for the whole list, because a part of it cannot be refused.
      RequestMemory.of(request)
          .holdChars(DocumentPage.mostChars(PAGE) + (long) COPIES * limits.maxTextChars());
      response.setContentType(StreamMediaTypes.NDJSON);
      lines.run(() -> write(collection, query, lines));
    }
  }

  private void write(DocumentCollection collection, PageParameters query, NdjsonWriter lines) {
    WholeRead whole = collection.readWhole();
    try {
      String after = Objects.requireNonNullElse(query.after(), "");
      while (after != null) {
        if (shutdown.now()) {
          throw new RequestException(Fault.STOPPING, "", "the list is not complete; ask again");
        }
        DocumentPage page = collection.documents().page(after, PAGE, query.documents());
        for (Document listed : page.documents()) {
          Optional<Document> found = collection.documents().whole(listed.id());
          if (found.isPresent()) {
            lines.write(DocumentLine.of(found.get()));
          }
        }
        whole.check();
        after = page.next();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
