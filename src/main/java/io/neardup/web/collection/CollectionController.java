package io.neardup.web.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.DocumentCollections.ChangedCollection;
import io.neardup.service.collection.QuarantinedCollection;
import io.neardup.web.answer.PeerAnswers;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Collections")
record CollectionController(DocumentCollections collections, PeerAnswers peers, JsonMapper mapper) {

  private static final Logger log = LoggerFactory.getLogger(CollectionController.class);

  /// The address for asking another instance about its collections.
  private static final String ASKED = "/peers/collections";

  /// What another instance asks for.
  record AskedCollections(List<String> names) {}

  /// All collections.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CollectionsResponse(
      List<CollectionJson> collections,
      @Nullable List<QuarantinedJson> quarantined,
      @Schema(allowableValues = {"read", "write", "admin"}) @Nullable String role) {}

  /// A collection that cannot be used. It can be deleted; all other calls for it are answered 503.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "QuarantinedCollection")
  record QuarantinedJson(String name, @Nullable String profile, String reason, String remedy) {

    static QuarantinedJson of(QuarantinedCollection collection) {
      return new QuarantinedJson(
          collection.name(),
          collection.settings() == null ? null : collection.settings().profile(),
          collection.reason(),
          collection.remedy());
    }
  }

  @PutMapping(
      path = "/collections/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<CollectionJson> put(
      @PathVariable String name, @RequestBody CollectionRequest request) {
    ChangedCollection changed = collections.put(name, request.change(collections.storesTexts()));
    CollectionJson collection = CollectionJson.of(changed.collection());
    return changed.created()
        ? ResponseEntity.created(URI.create("/collections/" + name)).body(collection)
        : ResponseEntity.ok(collection);
  }

  @PatchMapping(
      path = "/collections/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionJson patch(@PathVariable String name, @RequestBody CollectionPatch request) {
    return CollectionJson.of(collections.change(name, request::applyTo));
  }

  @GetMapping(path = "/collections", produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionsResponse list(HttpServletRequest request) {
    List<QuarantinedJson> quarantined =
        collections.quarantined().stream()
            .filter(each -> collections.permits(each.name()))
            .map(QuarantinedJson::of)
            .toList();
    List<DocumentCollection> permitted = collections.permitted();
    PeerAnswers.Split split = peers.split(request, permitted);
    Stream<CollectionJson> elsewhere =
        peers
            .askAll(
                split.elsewhere(),
                asked ->
                    new PeerQuestion(ASKED, mapper.writeValueAsBytes(new AskedCollections(asked))),
                CollectionJson[].class)
            .stream()
            .flatMap(Arrays::stream);
    return new CollectionsResponse(
        Stream.concat(split.here().stream().map(CollectionJson::of), elsewhere)
            .collect(
                Collectors.toMap(CollectionJson::name, each -> each, (a, b) -> a, TreeMap::new))
            .values()
            .stream()
            .toList(),
        quarantined.isEmpty() ? null : quarantined,
        collections.role());
  }

  @Hidden
  @PostMapping(path = ASKED, produces = MediaType.APPLICATION_JSON_VALUE)
  List<CollectionJson> asked(HttpServletRequest request, @RequestBody AskedCollections asked)
      throws NoResourceFoundException {
    PeerAnswers.requirePeer(request);
    List<DocumentCollection> known =
        asked.names.stream().map(collections::current).flatMap(Optional::stream).toList();
    return peers.split(request, known).here().stream().map(CollectionJson::of).toList();
  }

  @GetMapping(path = "/collections/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionJson get(@PathVariable String name) {
    return CollectionJson.of(collections.get(name));
  }

  @DeleteMapping("/collections/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String name) {
    collections.drop(name);
    log.info("Deleted the collection '{}' with all its documents", name);
  }
}
