package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.MarkedBoilerplate;
import io.neardup.service.collection.MarkedBoilerplate.MarkedPassage;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Collections")
record BoilerplateController(DocumentCollections collections) {

  /// A passage to be marked.
  @Schema(name = "BoilerplateRequest")
  record BoilerplateRequest(
      @Schema(
              description =
                  "The passage: 6 words or more, and at most 10,000 UTF-16 code units. It need not"
                      + " be in a document.",
              example = CallDetails.SAME_NOTICE)
          @Nullable String text) {}

  /// All marked passages.
  @Schema(name = "BoilerplateList")
  record BoilerplateResponse(
      @Schema(description = "In the order in which they were marked.")
          List<MarkedPassage> passages) {}

  @Operation(
      operationId = "postBoilerplate",
      summary = "Mark a passage as boilerplate of a collection",
      description =
          "Its runs of 6 words do not count as shared in /passages and in jobs of kind passages,"
              + " and jobs of kind boilerplate do not list it. Can be repeated. All passages of a"
              + " collection may have 1,000,000 characters together.")
  @CallDetails(
      refusals = {
        @Refusal(status = 404),
        @Refusal(status = 409, cause = "All passages would have more than 1,000,000 characters")
      },
      examples =
          @Example(name = "a passage", json = "{\"text\": \"" + CallDetails.SAME_NOTICE + "\"}"))
  @PostMapping(
      path = "/collections/{name}/boilerplate",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  MarkedPassage mark(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      @RequestBody BoilerplateRequest request) {
    String text = request.text();
    if (text == null) {
      throw RequestException.invalid("text", "is missing; it is the passage to be marked");
    }
    return boilerplate(name).mark(text);
  }

  @Operation(
      operationId = "getBoilerplate",
      summary = "List the passages that are marked as boilerplate")
  @CallDetails(refusals = @Refusal(status = 404))
  @GetMapping(path = "/collections/{name}/boilerplate", produces = MediaType.APPLICATION_JSON_VALUE)
  BoilerplateResponse list(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name) {
    return new BoilerplateResponse(boilerplate(name).list());
  }

  /// Query parameters of deletions.
  @QueryRecord
  record UnmarkedPassage(
      @Parameter(description = "The id of a marked passage; all of them if omitted.")
          @Nullable String id) {}

  @Operation(
      operationId = "deleteBoilerplate",
      summary = "Let a passage count again, or all of a collection")
  @CallDetails(
      refusals =
          @Refusal(
              status = 404,
              cause = "The collection does not exist, or the passage is not marked"))
  @DeleteMapping("/collections/{name}/boilerplate")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void unmark(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      UnmarkedPassage passage) {
    boilerplate(name).unmark(passage.id());
  }

  private MarkedBoilerplate boilerplate(String name) {
    DocumentCollection found = collections.get(name);
    return found.boilerplate();
  }
}
