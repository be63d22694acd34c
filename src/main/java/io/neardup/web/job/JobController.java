package io.neardup.web.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Choice;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.collection.ChangeStream;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobPage;
import io.neardup.service.job.JobRequest.ClientJobRequest;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobService.JobList;
import io.neardup.service.job.JobState;
import io.neardup.service.job.JobStatus;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.answer.PeerAnswers;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.LongPoll;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
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

  /// A page of jobs.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record JobsResponse(List<JobJson> jobs, @Nullable String next) {}

  /// Query parameters of the list.
  @QueryRecord
  record JobsParameters(
      @Nullable String collection,
      @Schema(allowableValues = {"queued", "running", "done", "failed", "cancelled", "interrupted"})
          @Nullable String state,
      @Nullable String after,
      @Limit @Nullable Integer limit) {}

  /// Query parameters of one job.
  @QueryRecord
  record JobParameters(
      @Parameter(
              name = "wait",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = "" + ChangeStream.MAX_WAIT_SECONDS))
          @Nullable Integer waitSeconds) {}

  @PostMapping(
      path = "/collections/{name}/jobs",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> post(
      @PathVariable String name, @RequestBody ClientJobRequest body, HttpServletRequest request) {
    return accepted(jobs.submission().submit(CallerName.of(request), name, body));
  }

  @GetMapping(path = "/jobs", produces = MediaType.APPLICATION_JSON_VALUE)
  JobsResponse list(HttpServletRequest http, JobsParameters query) {
    JobState state = Choice.of("state", query.state(), JobState.class);
    int limit = LookupLimits.limit(query.limit());
    String collection = query.collection();
    if (collection != null) { // refuses one that may not be used, before others are asked
      DocumentCollection _ = collections.known(collection);
    }
    PeerAnswers.Split split = peers.split(http, collections.permitted());
    List<String> here = split.here().stream().map(DocumentCollection::name).toList();
    JobList asked = new JobList(collection, state, query.after(), limit, here);
    Stream<JobStatus> others =
        peers
            .askAll(
                split.elsewhere(),
                names -> new PeerQuestion(JOBS, mapper.writeValueAsBytes(asked.of(names))),
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

  @GetMapping(path = "/jobs/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  JobJson get(@PathVariable String id, JobParameters query, HttpServletRequest request) {
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

  @DeleteMapping(path = "/jobs/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> delete(@PathVariable String id, HttpServletRequest request) {
    JobStatus cancelled = jobs.remove(CallerName.of(request), id);
    return cancelled == null
        ? ResponseEntity.noContent().build()
        : ResponseEntity.accepted().body(JobJson.of(cancelled, jobs));
  }

  @PostMapping(path = "/jobs/{id}/restart", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> restart(@PathVariable String id, HttpServletRequest request)
      throws HttpMediaTypeNotSupportedException {
    return followUp(request, caller -> jobs.submission().restart(caller, id));
  }

  @PostMapping(path = "/jobs/{id}/apply", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> apply(@PathVariable String id, HttpServletRequest request)
      throws HttpMediaTypeNotSupportedException {
    return followUp(request, caller -> jobs.submission().apply(caller, id));
  }

  @PostMapping(path = "/jobs/{id}/undo", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<JobJson> undo(@PathVariable String id, HttpServletRequest request)
      throws HttpMediaTypeNotSupportedException {
    return followUp(request, caller -> jobs.submission().undo(caller, id));
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
