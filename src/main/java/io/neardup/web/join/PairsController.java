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
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
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

  /// Query parameters of a join.
  @QueryRecord
  record JoinParameters(
      @Nullable String collection,
      @Nullable List<@Nullable String> filter,
      @Schema(minimum = "0", maximum = QueryParameters.MAX_BITS) @Nullable Integer maxDistance,
      @Schema(minimum = "0", maximum = "1") @Nullable Double minSimilarity,
      @Nullable String recall,
      @Nullable String plan,
      @Limit @Nullable Integer limit) {

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
      @Schema(allowableValues = {"star", "components"}) @Nullable String by,
      @Schema(allowableValues = {"first", "longest", "newest", "largest", "smallest", "central"})
          @Nullable String survivor,
      @Nullable String field) {}

  @CallDetails(
      json = NearestPairs.PairsResponse.class,
      lines = {
        NearPair.class,
        EqualDocuments.class,
        JoinAnswer.ProgressLine.class,
        JoinSummary.class,
        ProblemLine.class
      })
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
                query.minSimilarity(),
                query.plan())),
        isStream ? null : new NearestPairs(most));
  }

  @CallDetails(
      json = LargestGroups.GroupsResponse.class,
      lines = {
        NearGroup.class,
        NearGroup.MoreMembers.class,
        JoinAnswer.ProgressLine.class,
        JoinSummary.class,
        ProblemLine.class
      })
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
                query.plan(),
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
