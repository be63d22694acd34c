package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import io.neardup.store.Position;
import io.neardup.web.document.DocumentLinesController.DocumentLine;
import io.neardup.web.json.DocumentPatch;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Documents")
record DocumentController(DocumentCollections collections, RequestMapper requestMapper) {

  /// The header with a write's log position, for calls without it in the body.
  private static final String POSITION = "Neardup-Position";

  /// A page ends after this many characters of text.
  private static final int MAX_CHARACTERS = 4_000_000;

  /// The query parameter of calls about one document.
  @QueryRecord
  record CollectionParameter(@Nullable String collection) {}

  /// Query parameters of lists.
  @QueryRecord
  record PageParameters(
      @Nullable String collection,
      @Nullable String after,
      @Nullable String prefix,
      @Nullable Boolean enabled,
      @Nullable Boolean allowed,
      @Nullable List<String> filter,
      @Nullable Boolean texts,
      @Limit @Nullable Integer limit) {

    DocumentFilter documents() {
      return new DocumentFilter(
          Objects.requireNonNullElse(prefix, ""), enabled, allowed, MetadataFilter.of(filter));
    }
  }

  /// A page of documents.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DocumentsResponse(List<DocumentJson> documents, @Nullable String next) {}

  @CallDetails(
      json = DocumentsResponse.class,
      lines = {DocumentLine.class, ProblemLine.class})
  @GetMapping(path = "/documents", produces = MediaType.APPLICATION_JSON_VALUE)
  DocumentsResponse list(HttpServletRequest http, PageParameters query) {
    RequestMemory memory = RequestMemory.of(http);
    DocumentCollection found = collections.get(query.collection());
    int limit = LookupLimits.limit(query.limit());
    DocumentPage page =
        memory.read(
            DocumentPage.mostChars(limit),
            () ->
                found
                    .documents()
                    .page(Objects.requireNonNullElse(query.after(), ""), limit, query.documents()),
            DocumentPage::chars);
    boolean texts = Boolean.TRUE.equals(query.texts());
    List<DocumentJson> listed = new ArrayList<>();
    int characters = 0;
    for (Document document : page.documents()) {
      if (characters > MAX_CHARACTERS) {
        return new DocumentsResponse(listed, listed.getLast().id());
      }
      String text = texts ? text(found, document.id(), memory) : null;
      characters += text == null ? 0 : text.length();
      listed.add(DocumentJson.of(document, text, found.name()));
    }
    return new DocumentsResponse(listed, page.next());
  }

  private static @Nullable String text(
      DocumentCollection collection, String id, RequestMemory memory) {
    return memory
        .read(
            collection.documents().contentBytes(id),
            () -> collection.documents().text(id),
            text -> text.map(String::length).orElse(0))
        .orElse(null);
  }

  @GetMapping(path = "/documents/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<DocumentJson> get(
      HttpServletRequest http,
      @PathVariable String id,
      CollectionParameter query,
      @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
          @Nullable String ifNoneMatch) {
    DocumentCollection found = collections.get(query.collection());
    Document document = found.get(id);
    String tag = document.tag();
    if (Conditions.has(ifNoneMatch, tag)) {
      return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag(tag).build();
    }
    RequestMemory memory = RequestMemory.of(http);
    memory.hold(document.metadataBytes());
    String text = text(found, id, memory);
    return ResponseEntity.ok().eTag(tag).body(DocumentJson.of(document, text, found.name()));
  }

  @PatchMapping(
      path = "/documents/{id}",
      consumes = {MediaType.APPLICATION_JSON_VALUE, DocumentPatch.MEDIA_TYPE},
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<DocumentJson> patch(
      HttpServletRequest http,
      @PathVariable String id,
      CollectionParameter query,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
      @RequestBody DocumentPatch patch) {
    DocumentCollection found = collections.get(query.collection());
    Document document =
        RequestMemory.of(http)
            .read(
                found.documents().contentBytes(id) + DocumentPage.mostChars(1),
                () ->
                    Awaited.of(
                        found.revise(
                            id, Conditions.of(ifMatch, null), requestMapper.change(patch))),
                Document::chars);
    return ResponseEntity.ok()
        .eTag(document.tag())
        .header(POSITION, String.valueOf(document.position()))
        .body(DocumentJson.of(document, document.revision().text(), found.name()));
  }

  @DeleteMapping("/documents/{id}")
  ResponseEntity<Void> delete(
      @PathVariable String id,
      CollectionParameter query,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Position position =
        Awaited.of(collections.get(query.collection()).remove(id, Conditions.of(ifMatch, null)))
            .orElseThrow(() ->
                new RequestException(
                    Fault.NOT_FOUND, "id", "names no stored document; nothing was deleted"));
    return ResponseEntity.noContent().header(POSITION, position.toString()).build();
  }
}
