package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.collection.BulkWrite;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.web.json.DocumentPatch;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.RequestMemory;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.ndjson.NdjsonWriter;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Documents")
record BulkController(
    DocumentCollections collections,
    RequestMapper requestMapper,
    RequestQuotas quotas,
    ShutdownSignal shutdown,
    JsonMapper mapper) {

  private static final Logger log = LoggerFactory.getLogger(BulkController.class);

  /// Query parameters of bulk changes.
  @QueryRecord
  record BulkParameters(
      @Parameter(required = true) @Nullable List<String> filter,
      @Nullable String collection,
      @Nullable Boolean dryRun) {}

  @CallDetails(lines = {BulkJson.class, ProblemLine.class})
  @PatchMapping(
      path = "/documents",
      consumes = {MediaType.APPLICATION_JSON_VALUE, DocumentPatch.MEDIA_TYPE})
  void patch(
      HttpServletRequest request,
      HttpServletResponse response,
      BulkParameters query,
      @RequestBody DocumentPatch patch)
      throws IOException {
    BulkWrite change =
        BulkWrite.change(
            collections.get(query.collection()),
            MetadataFilter.of(query.filter()),
            requestMapper.change(patch));
    run(request, response, change, Boolean.TRUE.equals(query.dryRun()), false);
  }

  @CallDetails(lines = {BulkJson.class, ProblemLine.class})
  @DeleteMapping("/documents")
  void delete(HttpServletRequest request, HttpServletResponse response, BulkParameters query)
      throws IOException {
    BulkWrite removal =
        BulkWrite.removal(collections.get(query.collection()), MetadataFilter.of(query.filter()));
    run(request, response, removal, Boolean.TRUE.equals(query.dryRun()), true);
  }

  private void run(
      HttpServletRequest request,
      HttpServletResponse response,
      BulkWrite write,
      boolean dryRun,
      boolean removes)
      throws IOException {
    NdjsonWriter lines = new NdjsonWriter(mapper, response, shutdown);
    try (Share _ = quotas.streams().takeOne(CallerName.of(request))) {
      lines.run(() ->
          write.run(
              dryRun,
              RequestMemory.of(request),
              progress -> {
                BulkJson line = BulkJson.of(progress, dryRun, removes);
                if (progress.done() && !dryRun) {
                  log.info("{} of many documents: {}", request.getMethod(), line);
                }
                return lines.progress(line, progress.done());
              }));
    }
  }

  /// The progress of a bulk change or deletion.
  @Schema(name = "BulkProgress")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record BulkJson(
      long matched,
      @Nullable Long changed,
      @Nullable Long removed,
      @Nullable Boolean dryRun,
      boolean done) {

    static BulkJson of(BulkWrite.BulkProgress progress, boolean dryRun, boolean removes) {
      return new BulkJson(
          progress.matched(),
          removes ? null : progress.written(),
          removes ? progress.written() : null,
          dryRun ? true : null,
          progress.done());
    }
  }
}
