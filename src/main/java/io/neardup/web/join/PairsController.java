package io.neardup.web.join;

import io.neardup.profile.Projection;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.service.join.PairVisitor;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.store.Document;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.InCollection;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryParameters.MaxDistance;
import io.neardup.web.json.QueryParameters.Recall;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.Deadlines;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Whole collections")
class PairsController {

  private static final MediaType JSON = MediaType.APPLICATION_JSON;
  private static final MediaType LINES = MediaType.valueOf(StreamMediaTypes.NDJSON);

  private static final String ACCEPT =
      "Answers application/x-ndjson with all of them if Accept asks for it: a line each, in between a"
          + " line with the progress once a second, and a summary as the last line; a stream without"
          + " it was cut. Otherwise application/json with as many as limit.";
  private static final String RECALL =
      "The wanted probability that a pair at maxDistance is found, nearer ones more surely: 'exact'"
          + " or a number above 0, at most 1; 0.95 if left out. Fingerprints of up to 64 bits are always joined exactly.";

  private final DocumentCollections collections;
  private final JoinService joins;
  private final Deadlines deadlines;
  private final JsonMapper mapper;
  private final ShutdownSignal stopping;

  PairsController(
      DocumentCollections collections,
      JoinService joins,
      Deadlines deadlines,
      JsonMapper mapper,
      ShutdownSignal stopping) {
    this.collections = collections;
    this.joins = joins;
    this.deadlines = deadlines;
    this.mapper = mapper;
    this.stopping = stopping;
  }

  @Operation(
      operationId = "getPairs",
      summary = "List every pair of near-duplicates of a collection",
      description = ACCEPT)
  @ApiResponse(
      responseCode = "200",
      description = "The pairs",
      content = {
        @Content(
            mediaType = MediaType.APPLICATION_JSON_VALUE,
            schema = @Schema(implementation = PairsResponse.class)),
        @Content(
            mediaType = StreamMediaTypes.NDJSON,
            schema =
                @Schema(
                    description = "One JSON object a line.",
                    oneOf = {
                      PairJson.class,
                      EqualJson.class,
                      JoinAnswer.ProgressLine.class,
                      JoinSummary.class,
                      ProblemLine.class
                    }))
      })
  @GetMapping(
      path = "/pairs",
      produces = {MediaType.APPLICATION_JSON_VALUE, StreamMediaTypes.NDJSON})
  void pairs(
      HttpServletRequest request,
      HttpServletResponse response,
      @InCollection("Of which collection.") @RequestParam(required = false)
          @Nullable String collection,
      @Filter @RequestParam(required = false) @Nullable List<String> filter,
      @MaxDistance @RequestParam(required = false) @Nullable Integer maxDistance,
      @Recall(RECALL) @RequestParam(required = false) @Nullable String recall,
      @Limit("How many pairs to list, the nearest ones, 10 if left out; not for streams.")
          @RequestParam(required = false)
          @Nullable Integer limit)
      throws IOException {
    boolean isStream = wantsStream(request);
    int most = limit(limit, isStream);
    @Nullable Deadline deadline = isStream ? null : deadlines.begin(TimedWork.JOIN, request);
    try (CollectionJoin join = open(request, collection, maxDistance, recall, deadline)) {
      JoinAnswer answer = new JoinAnswer(mapper, join, deadline, deadlines.limit(), stopping);
      answer.write(response, () -> isStream ? stream(join, answer) : nearest(join, most));
    }
  }

  @Operation(
      operationId = "getGroups",
      summary = "Group the near-duplicates of a collection",
      description =
          "With by=components, documents are in one group if a chain of near pairs leads from one to"
              + " the other; with by=star, if they are near the survivor. "
              + ACCEPT)
  @ApiResponse(
      responseCode = "200",
      description = "The groups",
      content = {
        @Content(
            mediaType = MediaType.APPLICATION_JSON_VALUE,
            schema = @Schema(implementation = GroupsResponse.class)),
        @Content(
            mediaType = StreamMediaTypes.NDJSON,
            schema =
                @Schema(
                    description = "One JSON object a line.",
                    oneOf = {
                      GroupJson.class,
                      GroupJson.More.class,
                      JoinAnswer.ProgressLine.class,
                      JoinSummary.class,
                      ProblemLine.class
                    }))
      })
  @GetMapping(
      path = "/groups",
      produces = {MediaType.APPLICATION_JSON_VALUE, StreamMediaTypes.NDJSON})
  void groups(
      HttpServletRequest request,
      HttpServletResponse response,
      @InCollection("Of which collection.") @RequestParam(required = false)
          @Nullable String collection,
      @Filter @RequestParam(required = false) @Nullable List<String> filter,
      @MaxDistance @RequestParam(required = false) @Nullable Integer maxDistance,
      @Recall(RECALL) @RequestParam(required = false) @Nullable String recall,
      @Parameter(
              description = "What makes a group; components if left out.",
              schema =
                  @Schema(
                      type = "string",
                      allowableValues = {"components", "star"}))
          @RequestParam(required = false)
          @Nullable String by,
      @Parameter(
              description =
                  "Which document of a group to keep: the first stored, if left out, the longest (most features),"
                      + " the newest, that with the largest or smallest value of a metadata field, or"
                      + " with by=star the one that most are near.",
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
          @RequestParam(required = false)
          @Nullable String survivor,
      @Parameter(
              description = "The metadata field of survivor=largest and survivor=smallest.",
              example = "page")
          @RequestParam(required = false)
          @Nullable String field,
      @Limit("How many groups to list, the largest ones, 10 if left out; not for streams.")
          @RequestParam(required = false)
          @Nullable Integer limit)
      throws IOException {
    boolean isStream = wantsStream(request);
    int most = limit(limit, isStream);
    @Nullable Deadline deadline = isStream ? null : deadlines.begin(TimedWork.JOIN, request);
    var grouping = SurvivorRule.grouping(mapper, by, survivor, field);
    try (CollectionJoin join = open(request, collection, maxDistance, recall, deadline)) {
      JoinAnswer answer = new JoinAnswer(mapper, join, deadline, deadlines.limit(), stopping);
      GroupWriter writer = new GroupWriter(answer, isStream, most, join.projection());
      answer.write(
          response,
          () -> {
            join.groups(grouping, writer::add);
            return writer.last(join);
          });
    }
  }

  private CollectionJoin open(
      HttpServletRequest request,
      @Nullable String collection,
      @Nullable Integer maxDistance,
      @Nullable String recall,
      @Nullable Deadline deadline) {
    return joins.open(
        CallerName.of(request),
        collections.get(collection),
        maxDistance,
        RequestMapper.recall(recall),
        RequestMapper.filter(request),
        deadline == null ? deadlines.whileClientWaits(TimedWork.JOIN, request) : deadline);
  }

  /// Whether a client takes NDJSON rather than JSON: by its weight, or by its place if both have
  /// the same.
  private static boolean wantsStream(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (accept == null) {
      return false;
    }
    return MediaType.parseMediaTypes(accept).stream()
        .filter(type -> JSON.equalsTypeAndSubtype(type) || LINES.equalsTypeAndSubtype(type))
        .filter(type -> type.getQualityValue() > 0)
        .max(Comparator.comparingDouble(MediaType::getQualityValue)) // the first of those
        .filter(LINES::equalsTypeAndSubtype)
        .isPresent();
  }

  private static int limit(@Nullable Integer limit, boolean isStream) {
    if (isStream && limit != null) {
      throw RequestException.invalid("limit", "is not for streams, which list all; leave it out");
    }
    return LookupLimits.limit(limit);
  }

  private static Object stream(CollectionJoin join, JoinAnswer answer) {
    AtomicLong pairs = new AtomicLong();
    join.pairs(
        new PairVisitor() {
          @Override
          public void pair(NearPair pair) {
            pairs.incrementAndGet();
            answer.line(PairJson.of(pair, join.projection()));
          }

          @Override
          public void equal(Document first, int documents, List<Document> some) {
            answer.line(EqualJson.of(first, documents, some));
          }
        });
    return JoinSummary.ofPairs(join, pairs.get());
  }

  private static Object nearest(CollectionJoin join, int limit) {
    NearestPairs nearest = new NearestPairs(limit);
    join.pairs(nearest);
    return nearest.response(join);
  }

  /// The nearest pairs, of however many.
  private static final class NearestPairs implements PairVisitor {

    private final int limit;
    private final PriorityQueue<NearPair> nearest =
        new PriorityQueue<>(NearPair.NEAREST_FIRST.reversed());
    private final List<EqualJson> equal = new ArrayList<>();
    private long pairs;

    NearestPairs(int limit) {
      this.limit = limit;
    }

    @Override
    public synchronized void pair(NearPair pair) {
      pairs++;
      if (nearest.size() == limit) {
        if (NearPair.NEAREST_FIRST.compare(pair, nearest.element()) >= 0) {
          return;
        }
        nearest.remove();
      }
      nearest.add(pair);
    }

    @Override
    public synchronized void equal(Document first, int documents, List<Document> some) {
      if (equal.isEmpty() || !equal.getLast().equalTo().equals(first.id())) {
        equal.add(EqualJson.of(first, documents, some).withoutIds());
      }
    }

    synchronized PairsResponse response(CollectionJoin join) {
      boolean truncated = pairs > limit || equal.size() > limit;
      return new PairsResponse(
          nearest.stream()
              .sorted(NearPair.NEAREST_FIRST)
              .map(pair -> PairJson.of(pair, join.projection()))
              .toList(),
          equal.stream()
              .sorted(
                  Comparator.comparingInt(EqualJson::documents)
                      .reversed()
                      .thenComparing(EqualJson::equalTo))
              .limit(limit)
              .toList(),
          truncated,
          JoinSummary.ofPairs(join, pairs));
    }
  }

  /// Writes groups as they come, or keeps the first ones.
  private static final class GroupWriter {

    private final JoinAnswer answer;
    private final boolean isStream;
    private final int limit;
    private final Projection projection;
    private final List<GroupJson> kept = new ArrayList<>();
    private long groups;

    GroupWriter(JoinAnswer answer, boolean isStream, int limit, Projection projection) {
      this.answer = answer;
      this.isStream = isStream;
      this.limit = limit;
      this.projection = projection;
    }

    void add(NearGroup group) {
      groups++;
      if (!isStream) {
        if (kept.size() < limit) {
          kept.add(GroupJson.of(groups, group, projection));
        }
        return;
      }
      answer.line(GroupJson.of(groups, group, projection));
      int size = group.members().size();
      for (int from = GroupJson.MAX_MEMBERS; from < size; from += GroupJson.MAX_MEMBERS) {
        answer.line(GroupJson.more(groups, group, from, projection));
      }
    }

    Object last(CollectionJoin join) {
      JoinSummary summary = JoinSummary.ofGroups(join, groups);
      return isStream ? summary : new GroupsResponse(kept, groups > limit, summary);
    }
  }
}
