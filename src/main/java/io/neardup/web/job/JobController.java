package io.neardup.web.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Choice;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobPage;
import io.neardup.service.job.JobRequest.ClientJobRequest;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobService.JobList;
import io.neardup.service.job.JobState;
import io.neardup.service.job.JobStatus;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.answer.PeerAnswers;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.LongPoll;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.AnswerHeader;
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Jobs")
record JobController(
    JobService jobs,
    DocumentCollections collections,
    PeerAnswers peers,
    JsonMapper mapper,
    LongPoll longPoll) {

  /// The address at which instances ask for the jobs of each other.
  private static final String JOBS = "/peers/jobs";

  /// The cause of 404.
  static final String MISSING = "There is no such job, or it has expired";

  private static final String LOCATION = "The path of the job";
  private static final String NOT_JSON = "The media type of the body is not JSON; send no body";
  private static final String OF_OTHERS =
      "The key or token does not have the role, or is not valid for the collection. Jobs of other"
          + " callers, and jobs that change documents, require the role write";

  /// A page of jobs.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record JobsResponse(
      @Schema(description = "Newest first.") List<JobJson> jobs,
      @Schema(description = "The value of 'after' for the next page; absent on the last one.")
          @Nullable String next) {}

  /// Query parameters of the list.
  @QueryRecord
  record JobsParameters(
      @Parameter(description = "Only jobs that use this collection.", example = "default")
          @Nullable String collection,
      @Parameter(
              description = "Only jobs in this state.",
              schema =
                  @Schema(
                      type = "string",
                      allowableValues = {
                        "queued",
                        "running",
                        "done",
                        "failed",
                        "cancelled",
                        "interrupted"
                      }))
          @Nullable String state,
      @Parameter(description = "'next' of the previous page; the first page if omitted.")
          @Nullable String after,
      @Limit("Maximum number of jobs in the answer, 10 by default.") @Nullable Integer limit) {}

  /// Query parameters of one job.
  @QueryRecord
  record JobParameters(
      @Parameter(
              name = "wait",
              description = "Seconds to wait for the end of the job, if it has not ended yet.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = "" + ChangeStream.MAX_WAIT_SECONDS))
          @Nullable Integer waitSeconds) {}

  @Operation(
      operationId = "postJob",
      summary = "Start a job on a whole collection",
      description =
          "The job goes on when the client disconnects. It waits while others run"
              + " (neardup.jobs.at-once). Kinds: pairs and groups list what GET /pairs and GET"
              + " /groups list; dedupe lists all documents of each group but the one to keep, and"
              + " disables or removes them after POST /jobs/{id}/apply; undo enables again what"
              + " such a clean-up has disabled; compare-with lists pairs of a document of this"
              + " collection (a) and one of another (b); copy stores the documents in another"
              + " collection; evaluate recommends a distance for each profile, by edited copies of"
              + " the documents or by judgements; passages lists pairs of documents that share"
              + " passages, and boilerplate the passages that many documents have, in collections"
              + " that store texts. The results are complete when the job is done, and are kept for"
              + " neardup.jobs.keep.")
  @CallDetails(
      refusals = {
        @Refusal(status = 403, cause = OF_OTHERS),
        @Refusal(status = 404),
        @Refusal(status = 409, cause = "The id belongs to another job")
      },
      headers = @AnswerHeader(name = "Location", description = LOCATION),
      examples = {
        @Example(name = "all pairs", json = "{\"kind\": \"pairs\"}"),
        @Example(
            name = "what a clean-up would remove",
            json = "{\"kind\": \"dedupe\", \"survivor\": \"longest\", \"action\": \"remove\"}"),
        @Example(
            name = "which distance fits",
            json = "{\"kind\": \"evaluate\", \"profiles\": [\"simhash-256-v1\", \"code-v1\"]}"),
        @Example(name = "who quotes whom", json = "{\"kind\": \"passages\", \"minShare\": 0.3}")
      })
  @ApiResponse(responseCode = "202", description = "Queued", useReturnTypeSchema = true)
  @PostMapping(
      path = "/collections/{name}/jobs",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> post(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      @RequestBody ClientJobRequest body,
      HttpServletRequest request) {
    return accepted(jobs.submit(CallerName.of(request), name, body));
  }

  @Operation(operationId = "getJobs", summary = "List jobs, the newest first")
  @CallDetails(refusals = @Refusal(status = 404))
  @GetMapping(path = "/jobs", produces = MediaType.APPLICATION_JSON_VALUE)
  JobsResponse list(HttpServletRequest http, JobsParameters query) {
    JobList asked =
        new JobList(
            query.collection(),
            Choice.of("state", query.state(), JobState.class),
            query.after(),
            LookupLimits.limit(query.limit()));
    PeerAnswers.Split split = peers.split(http, collections.permitted());
    Stream<JobStatus> others =
        peers
            .askAll(
                split.elsewhere(),
                names -> new PeerQuestion("POST", JOBS, mapper.writeValueAsBytes(asked)),
                JobStatus[].class)
            .stream()
            .flatMap(Arrays::stream);
    JobPage page = jobs.list(asked, others);
    return new JobsResponse(
        page.jobs().stream().map(each -> JobJson.of(each, jobs)).toList(), page.next());
  }

  @Hidden
  @PostMapping(path = JOBS, produces = MediaType.APPLICATION_JSON_VALUE)
  List<JobStatus> listed(HttpServletRequest http, @RequestBody JobList asked)
      throws NoResourceFoundException {
    PeerAnswers.requirePeer(http);
    return jobs.list(asked, Stream.of()).jobs();
  }

  @Operation(operationId = "getJob", summary = "Read the state of a job")
  @CallDetails(refusals = @Refusal(status = 404, cause = MISSING))
  @GetMapping(path = "/jobs/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  JobJson get(
      @Parameter(description = QueryParameters.JOB_ID, example = "nightly-pairs") @PathVariable
          String id,
      JobParameters query,
      HttpServletRequest request) {
    LongPoll.checked(query.waitSeconds());
    JobStatus status =
        longPoll.await(
            CallerName.of(request),
            query.waitSeconds(),
            jobs.get(id),
            present -> present.state().isFinal(),
            (present, millis) -> jobs.await(id, millis));
    return JobJson.of(status, jobs);
  }

  @Operation(
      operationId = "deleteJob",
      summary = "Cancel a job, or delete a finished one",
      description =
          "A job that waits or runs is cancelled: it ends soon, without results; what it has"
              + " written remains. A finished one is deleted with its results.")
  @CallDetails(
      refusals = {
        @Refusal(status = 403, cause = OF_OTHERS),
        @Refusal(status = 404, cause = MISSING)
      })
  @ApiResponse(
      responseCode = "202",
      description = "The job is cancelled",
      useReturnTypeSchema = true)
  @ApiResponse(responseCode = "204", description = "The job was deleted", content = @Content)
  @DeleteMapping(path = "/jobs/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> delete(
      @Parameter(description = QueryParameters.JOB_ID, example = "nightly-pairs") @PathVariable
          String id,
      HttpServletRequest request) {
    JobStatus cancelled = jobs.remove(CallerName.of(request), id);
    return cancelled == null
        ? ResponseEntity.noContent().build()
        : ResponseEntity.accepted().body(JobJson.of(cancelled, jobs));
  }

  @Operation(
      operationId = "restartJob",
      summary = "Run a finished job again",
      description =
          "From the beginning, whether it is done, failed, cancelled or interrupted. Its results"
              + " are replaced.")
  @CallDetails(
      refusals = {
        @Refusal(status = 403, cause = OF_OTHERS),
        @Refusal(status = 404, cause = MISSING),
        @Refusal(status = 409, cause = "The job waits or runs"),
        @Refusal(status = 415, cause = NOT_JSON)
      },
      headers = @AnswerHeader(name = "Location", description = LOCATION))
  @ApiResponse(responseCode = "202", description = "Queued", useReturnTypeSchema = true)
  @PostMapping(path = "/jobs/{id}/restart", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> restart(
      @Parameter(description = QueryParameters.JOB_ID, example = "nightly-groups") @PathVariable
          String id,
      HttpServletRequest request)
      throws HttpMediaTypeNotSupportedException {
    return followUp(request, caller -> jobs.restart(caller, id));
  }

  @Operation(
      operationId = "applyJob",
      summary = "Disable or remove the duplicates that a dry run has listed",
      description =
          "Starts another job, which does exactly what the dry run of kind dedupe has listed. A"
              + " document that was changed since is left alone, and so are the duplicates of a"
              + " survivor that was changed or deleted; the results of the new job name them.")
  @CallDetails(
      refusals = {
        @Refusal(status = 404, cause = MISSING),
        @Refusal(status = 409, cause = "The job is not a dry run of kind dedupe that is done"),
        @Refusal(status = 415, cause = NOT_JSON)
      },
      headers = @AnswerHeader(name = "Location", description = LOCATION))
  @ApiResponse(responseCode = "202", description = "Queued", useReturnTypeSchema = true)
  @PostMapping(path = "/jobs/{id}/apply", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> apply(
      @Parameter(description = QueryParameters.JOB_ID, example = "clean-up") @PathVariable
          String id,
      HttpServletRequest request)
      throws HttpMediaTypeNotSupportedException {
    return followUp(request, caller -> jobs.apply(caller, id));
  }

  @Operation(
      operationId = "undoJob",
      summary = "Undo a clean-up",
      description =
          "Starts another job, which enables the documents that a job of kind apply, or of kind"
              + " dedupe with dryRun=false, has disabled or is to remove later, with the expiry"
              + " that they had before. These are the documents that name it in disabledBy: one"
              + " that got another text or verdict since does not. Counts of the new job: restored,"
              + " and changed, those changed while it read them. A job that ended early is undone"
              + " as far as it came; one that is deleted, by a job of kind undo.")
  @CallDetails(
      refusals = {
        @Refusal(status = 403, cause = OF_OTHERS),
        @Refusal(status = 404, cause = MISSING),
        @Refusal(
            status = 409,
            cause = "The job has not ended, is no clean-up, or removed documents at once"),
        @Refusal(status = 415, cause = NOT_JSON)
      },
      headers = @AnswerHeader(name = "Location", description = LOCATION))
  @ApiResponse(responseCode = "202", description = "Queued", useReturnTypeSchema = true)
  @PostMapping(path = "/jobs/{id}/undo", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> undo(
      @Parameter(description = QueryParameters.JOB_ID, example = "clean-up-at-once") @PathVariable
          String id,
      HttpServletRequest request)
      throws HttpMediaTypeNotSupportedException {
    return followUp(request, caller -> jobs.undo(caller, id));
  }

  /// Queues a job for a call without a body. Refuses what a form of another site can send, as the
  /// calls with a body do.
  private ResponseEntity<JobJson> followUp(
      HttpServletRequest request, Function<String, JobStatus> queue)
      throws HttpMediaTypeNotSupportedException {
    String type = request.getContentType();
    boolean isAbsent = type == null && request.getContentLengthLong() <= 0;
    if (!isAbsent && !MediaType.APPLICATION_JSON_VALUE.equals(type)) {
      throw new HttpMediaTypeNotSupportedException(
          (MediaType) null, List.of(MediaType.APPLICATION_JSON));
    }
    return accepted(queue.apply(CallerName.of(request)));
  }

  private ResponseEntity<JobJson> accepted(JobStatus status) {
    return ResponseEntity.accepted()
        .location(URI.create("/jobs/" + status.id()))
        .body(JobJson.of(status, jobs));
  }
}
