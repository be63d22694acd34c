package io.neardup.web.join;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobMemory;
import io.neardup.service.job.JobRequest.GroupsJobRequest;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.job.JobService;
import io.neardup.service.job.Recall;
import io.neardup.service.join.EqualDocuments;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.join.JoinAnswer.JsonAnswer;
import io.neardup.web.json.AcceptedType;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.InCollection;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryParameters.MaxDistance;
import io.neardup.web.json.QueryParameters.MinSimilarity;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Whole collections")
record PairsController(
    JobService jobs,
    JoinService joins,
    Deadline.Limit timeLimit,
    JobMemory memory,
    JsonMapper mapper,
    ShutdownSignal shutdown) {

  private static final MediaType JSON = MediaType.APPLICATION_JSON;
  private static final MediaType LINES = MediaType.valueOf(StreamMediaTypes.NDJSON);
  private static final String ACCEPT =
      "With Accept: application/x-ndjson, the answer has all of them, one per line, a line with the"
          + " progress once a second, and a summary as the last line; a stream without it is"
          + " incomplete. Otherwise the answer is application/json with at most limit of them.";

  /// Query parameters of a join.
  @QueryRecord
  record JoinParameters(
      @InCollection @Nullable String collection,
      @Filter @Nullable List<@Nullable String> filter,
      @MaxDistance @Nullable Integer maxDistance,
      @MinSimilarity @Nullable Double minSimilarity,
      @Parameter(
              description =
                  "The requested probability of finding a pair at maxDistance: 'exact' or a number"
                      + " above 0, at most 1; 0.95 by default. Nearer pairs are found with a higher"
                      + " probability. Joins of fingerprints of up to 64 bits are always exact.",
              schema = @Schema(type = "string"))
          @Nullable String recall,
      @Limit(
              "Maximum number of nearest pairs, or of largest groups, in a JSON answer, 10 by"
                  + " default; not for streams.")
          @Nullable Integer limit) {

    /// The maximum number of results.
    ///
    /// @throws RequestException if it is out of range, or given for a stream
    int most(boolean isStream) {
      if (isStream && limit != null) {
        throw RequestException.invalid("limit", "is not for streams, which list all; leave it out");
      }
      return LookupLimits.limit(limit);
    }

    private @Nullable Recall requestedRecall() {
      return recall == null ? null : new Recall(recall);
    }
  }

  /// Query parameters of `/groups` besides those of the join.
  @QueryRecord
  record GroupParameters(
      @Parameter(
              description =
                  "What forms a group: star (the default), a document and those within maxDistance"
                      + " of it; or components, documents that chains of near-duplicates connect,"
                      + " of which some may be farther from the survivor.",
              schema =
                  @Schema(
                      type = "string",
                      allowableValues = {"star", "components"}))
          @Nullable String by,
      @Parameter(
              description =
                  "The document of a group to keep: with by=star central, the one with the most"
                      + " near-duplicates (the default); the first stored (the default of"
                      + " components), the longest (most features), the newest, or the one with the"
                      + " largest or smallest value of a metadata field.",
              schema =
                  @Schema(
                      type = "string",
                      allowableValues = {
                        "first",
                        "longest",
                        "newest",
                        "largest",
                        "smallest",
                        "central"
                      }),
              example = "largest")
          @Nullable String survivor,
      @Parameter(
              description = "The metadata field for survivor=largest and survivor=smallest.",
              example = "page")
          @Nullable String field) {}

  @Operation(
      operationId = "getPairs",
      summary = "List every pair of near-duplicates of a collection",
      description = ACCEPT)
  @CallDetails(
      json = NearestPairs.PairsResponse.class,
      lines = {
        NearPair.class,
        EqualDocuments.class,
        JoinAnswer.ProgressLine.class,
        JoinSummary.class,
        ProblemLine.class
      },
      refusals = @Refusal(status = 404))
  @GetMapping(
      path = "/pairs",
      produces = {MediaType.APPLICATION_JSON_VALUE, StreamMediaTypes.NDJSON})
  void pairs(HttpServletRequest request, HttpServletResponse response, JoinParameters query)
      throws IOException {
    boolean isStream = wantsStream(request);
    int most = query.most(isStream);
    answer(
        request,
        response,
        jobs.prepare(
            query.collection(),
            new PairsJobRequest(
                null,
                query.filter(),
                query.maxDistance(),
                query.requestedRecall(),
                query.minSimilarity())),
        isStream ? null : new NearestPairs(most));
  }

  @Operation(
      operationId = "getGroups",
      summary = "Group the near-duplicates of a collection",
      description =
          "With by=star, the default, all documents of a group are near-duplicates of the survivor;"
              + " with by=components, a chain of near-duplicates connects them, and beyond counts"
              + " those that are farther from the survivor than maxDistance. "
              + ACCEPT)
  @CallDetails(
      json = LargestGroups.GroupsResponse.class,
      lines = {
        NearGroup.class,
        NearGroup.MoreMembers.class,
        JoinAnswer.ProgressLine.class,
        JoinSummary.class,
        ProblemLine.class
      },
      refusals = @Refusal(status = 404))
  @GetMapping(
      path = "/groups",
      produces = {MediaType.APPLICATION_JSON_VALUE, StreamMediaTypes.NDJSON})
  void groups(
      HttpServletRequest request,
      HttpServletResponse response,
      JoinParameters query,
      GroupParameters groups)
      throws IOException {
    boolean isStream = wantsStream(request);
    int most = query.most(isStream);
    answer(
        request,
        response,
        jobs.prepare(
            query.collection(),
            new GroupsJobRequest(
                null,
                query.filter(),
                query.maxDistance(),
                query.requestedRecall(),
                query.minSimilarity(),
                groups.by(),
                groups.survivor(),
                groups.field())),
        isStream ? null : new LargestGroups(most, LargestGroups.MAX_MEMBERS));
  }

  /// Runs a join and writes its answer.
  ///
  /// @param json collects the results for one JSON value; null for a stream
  private void answer(
      HttpServletRequest request,
      HttpServletResponse response,
      JobWork work,
      @Nullable JsonAnswer json)
      throws IOException {
    try (Share place = joins.place(CallerName.of(request))) {
      new JoinAnswer(mapper, work, place, json, timeLimit, memory, shutdown, response).write();
    }
  }

  /// Whether the client prefers NDJSON to JSON.
  private static boolean wantsStream(HttpServletRequest request) {
    return AcceptedType.preferred(request, JSON, LINES).equals(LINES);
  }
}
