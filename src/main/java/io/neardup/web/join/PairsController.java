package io.neardup.web.join;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobMemory;
import io.neardup.service.job.JobRequest.GroupsJobRequest;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.job.JobRequest.Recall;
import io.neardup.service.job.JobService;
import io.neardup.service.join.JoinService;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.join.LargestGroups.GroupsResponse;
import io.neardup.web.join.NearestPairs.PairsResponse;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.Deadline;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Whole collections")
record PairsController(
    JobService jobs, JoinService joins, Deadline.Limit timeLimit, JobMemory memory) {

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

    private @Nullable Recall requestedRecall() {
      return recall == null ? null : new Recall(recall);
    }
  }

  /// Query parameters of `/groups` besides the parameters of the join.
  @QueryRecord
  record GroupParameters(
      @Schema(allowableValues = {"star", "components"}) @Nullable String by,
      @Nullable String survivor) {}

  @GetMapping(path = "/pairs", produces = MediaType.APPLICATION_JSON_VALUE)
  PairsResponse pairs(HttpServletRequest request, JoinParameters query) {
    NearestPairs nearest = new NearestPairs(LookupLimits.limit(query.limit()));
    PairsJobRequest job =
        new PairsJobRequest(
            null,
            query.filter(),
            query.maxDistance(),
            query.requestedRecall(),
            query.minSimilarity(),
            query.plan());
    return answer(request, jobs.prepare(query.collection(), job), nearest);
  }

  @GetMapping(path = "/groups", produces = MediaType.APPLICATION_JSON_VALUE)
  GroupsResponse groups(HttpServletRequest request, JoinParameters query, GroupParameters groups) {
    LargestGroups largest =
        new LargestGroups(LookupLimits.limit(query.limit()), LargestGroups.MAX_MEMBERS);
    GroupsJobRequest job =
        new GroupsJobRequest(
            null,
            query.filter(),
            query.maxDistance(),
            query.requestedRecall(),
            query.minSimilarity(),
            query.plan(),
            groups.by(),
            groups.survivor());
    return answer(request, jobs.prepare(query.collection(), job), largest);
  }

  private <R> R answer(HttpServletRequest request, JobWork work, JoinAnswer.Results<R> results) {
    try (Share _ = joins.place(CallerName.of(request))) {
      return new JoinAnswer(timeLimit, memory).run(work, results);
    }
  }
}
