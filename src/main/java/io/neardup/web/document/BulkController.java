package io.neardup.web.document;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.collection.BulkWrite;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.web.json.DocumentPatch;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.InCollection;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.ndjson.ProblemLine;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Documents")
class BulkController {

  private static final Logger log = LoggerFactory.getLogger(BulkController.class);

  private static final String LINES =
      "Answers a JSON object a line: about once a second how far it is, and at last with done: true."
          + " Each document is written by itself, while others write: what was done before an answer"
          + " was cut stays, and the same request again does the rest.";
  private static final String DRY_RUN =
      "With true, nothing is written: the answer says how many documents pass the filter.";

  private final DocumentCollections collections;
  private final RequestMapper reader;
  private final RequestQuotas quotas;
  private final ShutdownSignal stopping;
  private final JsonMapper mapper;

  BulkController(
      DocumentCollections collections,
      RequestMapper reader,
      RequestQuotas quotas,
      ShutdownSignal stopping,
      JsonMapper mapper) {
    this.collections = collections;
    this.reader = reader;
    this.quotas = quotas;
    this.stopping = stopping;
    this.mapper = mapper;
  }

  @Operation(
      operationId = "patchDocuments",
      summary = "Change all documents that have some metadata",
      description = LINES)
  @ApiResponse(
      responseCode = "200",
      description = "A JSON object a line",
      content =
          @Content(
              mediaType = StreamMediaTypes.NDJSON,
              schema = @Schema(oneOf = {BulkJson.class, ProblemLine.class})))
  @PatchMapping(path = "/documents", consumes = MediaType.APPLICATION_JSON_VALUE)
  void patch(
      HttpServletRequest request,
      HttpServletResponse response,
      @Parameter(description = QueryParameters.FILTER, required = true, example = "[\"lang:en\"]")
          @RequestParam(required = false)
          @Nullable List<String> filter,
      @InCollection("Where they are stored.") @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = DRY_RUN, schema = @Schema(type = "boolean"))
          @RequestParam(required = false)
          @Nullable Boolean dryRun,
      @RequestBody DocumentPatch patch)
      throws IOException {
    BulkWrite change =
        BulkWrite.change(
            collections.get(collection), RequestMapper.filter(request), reader.change(patch));
    run(request, response, change, Boolean.TRUE.equals(dryRun), BulkJson::changed);
  }

  @Operation(
      operationId = "deleteDocuments",
      summary = "Remove all documents that have some metadata",
      description = LINES)
  @ApiResponse(
      responseCode = "200",
      description = "A JSON object a line",
      content =
          @Content(
              mediaType = StreamMediaTypes.NDJSON,
              schema = @Schema(oneOf = {BulkJson.class, ProblemLine.class})))
  @DeleteMapping("/documents")
  void delete(
      HttpServletRequest request,
      HttpServletResponse response,
      @Parameter(description = QueryParameters.FILTER, required = true, example = "[\"lang:en\"]")
          @RequestParam(required = false)
          @Nullable List<String> filter,
      @InCollection("Where they are stored.") @RequestParam(required = false)
          @Nullable String collection,
      @Parameter(description = DRY_RUN, schema = @Schema(type = "boolean"))
          @RequestParam(required = false)
          @Nullable Boolean dryRun)
      throws IOException {
    BulkWrite removal =
        BulkWrite.removal(collections.get(collection), RequestMapper.filter(request));
    run(request, response, removal, Boolean.TRUE.equals(dryRun), BulkJson::removed);
  }

  private void run(
      HttpServletRequest request,
      HttpServletResponse response,
      BulkWrite write,
      boolean dryRun,
      BiFunction<BulkWrite.BulkProgress, Boolean, BulkJson> json)
      throws IOException {
    NdjsonWriter lines = new NdjsonWriter(mapper, response, stopping);
    try (Share _ = quotas.streams().takeOne(CallerName.of(request))) {
      lines.run(() ->
          write.run(
              dryRun,
              progress -> {
                BulkJson line = json.apply(progress, dryRun);
                if (progress.done() && !dryRun) {
                  log.info("{} of many documents: {}", request.getMethod(), line);
                }
                return lines.progress(line, progress.done());
              }));
    }
  }
}
