package io.neardup.web.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.StopSignal;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.RequestException;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.CollectionCopy;
import io.neardup.service.collection.CopyRule;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.DocumentCollections.ChangedCollection;
import io.neardup.service.collection.QuarantinedCollection;
import io.neardup.service.peer.PeerCalls;
import io.neardup.service.peer.PeerCopies;
import io.neardup.web.answer.PeerAnswers;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.AnswerHeader;
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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
record CollectionController(
    DocumentCollections collections,
    PeerAnswers peers,
    PeerCalls calls,
    ChangeStream changes,
    JsonMapper mapper,
    ShutdownSignal shutdown) {

  private static final Logger log = LoggerFactory.getLogger(CollectionController.class);

  /// The address at which instances ask for the collections of each other.
  private static final String ASKED = "/peers/collections";

  private static final String CONFLICT =
      "The collection has documents of another profile, or is the default one";

  /// What another instance asks for.
  record AskedCollections(List<String> names) {}

  /// All collections.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CollectionsResponse(
      @Schema(description = "In the order of their names.") List<CollectionJson> collections,
      @Schema(
              description =
                  "Those that cannot be used since the start, such as after a change of their"
                      + " profile; absent if there are none.")
          @Nullable List<QuarantinedJson> quarantined,
      @Schema(
              description =
                  "The highest role of the caller; absent where calls need no key. Each role"
                      + " includes those before it.",
              allowableValues = {"read", "write", "admin"})
          @Nullable String role) {}

  /// A collection that cannot be used. All calls with it are answered 503, but it can be deleted.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "QuarantinedCollection")
  record QuarantinedJson(
      @Schema(description = "The name of the collection.", example = "posts") String name,
      @Schema(description = "Its profile; absent if it cannot be read.", example = "own-v1")
          @Nullable String profile,
      @Schema(
              description = "Why it cannot be used.",
              example = "Its profile 'own-v1' is neither built in nor configured.")
          String reason,
      @Schema(
              description = "What makes it usable again.",
              example = "Define the profile under neardup.profiles as it was and start again.")
          String remedy) {

    static QuarantinedJson of(QuarantinedCollection collection) {
      return new QuarantinedJson(
          collection.name(),
          collection.settings() == null ? null : collection.settings().profile(),
          collection.reason(),
          collection.remedy());
    }
  }

  @Operation(
      operationId = "putCollection",
      summary = "Create a collection, or replace its settings",
      description =
          "The profile cannot change while the collection has documents, since fingerprints of two"
              + " profiles cannot be compared. Other settings apply to later lookups and documents."
              + " Omitted settings get their default; PATCH changes single settings.")
  @CallDetails(
      refusals = @Refusal(status = 409, cause = CONFLICT),
      headers =
          @AnswerHeader(
              name = "Location",
              statuses = "201",
              description = "The path of the collection"),
      examples = {
        @Example(
            name = "for posts, a week each",
            json = "{\"profile\": \"simhash-512-v1\", \"ttlSeconds\": 604800}"),
        @Example(name = "without texts", json = "{\"storeText\": false, \"verify\": \"features\"}")
      })
  @ApiResponse(responseCode = "200", description = "Changed", useReturnTypeSchema = true)
  @ApiResponse(responseCode = "201", description = "Created", useReturnTypeSchema = true)
  @PutMapping(
      path = "/collections/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<CollectionJson> put(
      @Parameter(description = QueryParameters.PATH_NAME, example = "posts") @PathVariable
          String name,
      @RequestBody CollectionRequest request) {
    ChangedCollection changed = collections.put(name, request.change(collections.storesTexts()));
    CollectionJson collection = CollectionJson.of(changed.collection());
    return changed.created()
        ? ResponseEntity.created(URI.create("/collections/" + name)).body(collection)
        : ResponseEntity.ok(collection);
  }

  @Operation(
      operationId = "patchCollection",
      summary = "Change some settings of a collection",
      description = "Omitted settings stay. Changes apply to later lookups and documents.")
  @CallDetails(
      refusals = {@Refusal(status = 404), @Refusal(status = 409, cause = CONFLICT)},
      examples = @Example(name = "keep no texts from now on", json = "{\"storeText\": false}"))
  @PatchMapping(
      path = "/collections/{name}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionJson patch(
      @Parameter(description = QueryParameters.PATH_NAME, example = "posts") @PathVariable
          String name,
      @RequestBody CollectionPatch request) {
    return CollectionJson.of(collections.change(name, request::applyTo));
  }

  @Operation(operationId = "getCollections", summary = "List the collections")
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
                    new PeerQuestion(
                        "POST", ASKED, mapper.writeValueAsBytes(new AskedCollections(asked))),
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
        asked.names.stream().map(collections::find).flatMap(Optional::stream).toList();
    return peers.split(request, known).here().stream().map(CollectionJson::of).toList();
  }

  @Operation(operationId = "getCollection", summary = "Read a collection's settings and counts")
  @CallDetails(refusals = @Refusal(status = 404))
  @GetMapping(path = "/collections/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
  CollectionJson get(
      @Parameter(description = QueryParameters.PATH_NAME, example = "posts") @PathVariable
          String name) {
    return CollectionJson.of(collections.get(name));
  }

  @Operation(
      operationId = "deleteCollection",
      summary = "Delete a collection with all its documents",
      description =
          "The collection named default always exists and cannot be deleted, unless it is"
              + " quarantined; then an empty one takes its place.")
  @CallDetails(refusals = {@Refusal(status = 404), @Refusal(status = 409, cause = CONFLICT)})
  @DeleteMapping("/collections/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Parameter(description = QueryParameters.PATH_NAME, example = "posts") @PathVariable
          String name) {
    collections.drop(name);
    log.info("Deleted the collection '{}' with all its documents", name);
  }

  /// The target of a copy.
  record CopyRequest(
      @Schema(description = "The target collection, which must exist.", example = "posts")
          @Nullable String to,
      @Schema(description = "The cursor of an earlier copy, to continue from there.")
          @Nullable String after) {}

  @Operation(
      operationId = "copyCollection",
      summary = "Copy the documents of a collection to one with another profile",
      description =
          "Uses the stored texts; documents without one are counted and omitted. Follows the"
              + " changes until the copy is complete. The answer is one JSON object per line: about"
              + " once a second the progress, and at last the result with done: true. A later copy"
              + " can continue from its cursor.")
  @CallDetails(
      lines = {CollectionCopy.CopyProgress.class, ProblemLine.class},
      refusals = @Refusal(status = 404),
      examples = @Example(name = "to another profile", json = "{\"to\": \"posts\"}"))
  @PostMapping(path = "/collections/{name}/copies", consumes = MediaType.APPLICATION_JSON_VALUE)
  void copy(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      @RequestBody CopyRequest request,
      HttpServletResponse response)
      throws IOException {
    if (request.to() == null) {
      throw RequestException.invalid("to", "is missing; name the target collection");
    }
    DocumentCollection from = collections.get(name);
    DocumentCollection to = collections.known(request.to());
    if (from == to) {
      throw RequestException.invalid("to", "must name another collection than the one to copy");
    }
    CollectionCopy copy =
        new CollectionCopy(
            changes, from, PeerCopies.of(calls, from, to, CopyRule.TEXTS, "", StopSignal.NEVER));
    NdjsonWriter lines = new NdjsonWriter(mapper, response, shutdown);
    lines.run(
        () -> copy.run(request.after(), progress -> lines.progress(progress, progress.done())));
  }
}
