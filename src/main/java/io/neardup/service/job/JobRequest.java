package io.neardup.service.job;

import static io.swagger.v3.oas.annotations.media.Schema.RequiredMode.REQUIRED;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import io.neardup.service.RequestException;
import io.neardup.service.StringOnly;
import io.neardup.service.join.Grouping;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.DiscriminatorMapping;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/// What a job is to do: a record for each kind, as clients send it and as it is stored. Null values
/// have defaults.
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "kind")
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("kind")
@Schema(
    name = "RequestedJob",
    oneOf = {JobRequest.ClientJobRequest.class, JobRequest.ApplyJobRequest.class},
    discriminatorProperty = "kind",
    discriminatorMapping = {
      @DiscriminatorMapping(value = "pairs", schema = JobRequest.PairsJobRequest.class),
      @DiscriminatorMapping(value = "groups", schema = JobRequest.GroupsJobRequest.class),
      @DiscriminatorMapping(value = "dedupe", schema = JobRequest.DedupeJobRequest.class),
      @DiscriminatorMapping(value = "compare-with", schema = JobRequest.CompareJobRequest.class),
      @DiscriminatorMapping(value = "copy", schema = JobRequest.CopyJobRequest.class),
      @DiscriminatorMapping(value = "evaluate", schema = JobRequest.EvaluateJobRequest.class),
      @DiscriminatorMapping(value = "passages", schema = JobRequest.PassagesJobRequest.class),
      @DiscriminatorMapping(value = "boilerplate", schema = JobRequest.BoilerplateJobRequest.class),
      @DiscriminatorMapping(value = "apply", schema = JobRequest.ApplyJobRequest.class),
      @DiscriminatorMapping(value = "undo", schema = JobRequest.UndoJobRequest.class)
    })
public sealed interface JobRequest {

  /// The name of its kind.
  @JsonProperty("kind")
  @Schema(requiredMode = REQUIRED)
  default String kind() {
    return kind(getClass());
  }

  /// The name of the kind with these requests.
  static String kind(Class<? extends JobRequest> requests) {
    return requests.getAnnotation(JsonTypeName.class).value();
  }

  /// Whether the job stores or deletes documents, which requires the permission to write.
  default boolean writes() {
    return true;
  }

  /// The names of collections that the job uses besides its own.
  default Stream<String> otherCollections() {
    return Stream.empty();
  }

  /// A request of a client; the others result from calls for a job.
  @Schema(
      name = "JobRequest",
      oneOf = {
        PairsJobRequest.class,
        GroupsJobRequest.class,
        DedupeJobRequest.class,
        CompareJobRequest.class,
        CopyJobRequest.class,
        EvaluateJobRequest.class,
        PassagesJobRequest.class,
        BoilerplateJobRequest.class,
        UndoJobRequest.class
      },
      discriminatorProperty = "kind",
      discriminatorMapping = {
        @DiscriminatorMapping(value = "pairs", schema = PairsJobRequest.class),
        @DiscriminatorMapping(value = "groups", schema = GroupsJobRequest.class),
        @DiscriminatorMapping(value = "dedupe", schema = DedupeJobRequest.class),
        @DiscriminatorMapping(value = "compare-with", schema = CompareJobRequest.class),
        @DiscriminatorMapping(value = "copy", schema = CopyJobRequest.class),
        @DiscriminatorMapping(value = "evaluate", schema = EvaluateJobRequest.class),
        @DiscriminatorMapping(value = "passages", schema = PassagesJobRequest.class),
        @DiscriminatorMapping(value = "boilerplate", schema = BoilerplateJobRequest.class),
        @DiscriminatorMapping(value = "undo", schema = UndoJobRequest.class)
      })
  sealed interface ClientJobRequest extends JobRequest {

    @JsonProperty(access = Access.WRITE_ONLY)
    @Nullable String id();

    @Override
    default boolean writes() {
      return false;
    }

    @Conditions
    @Nullable List<@Nullable String> filter();
  }

  /// A request that finds pairs within a distance.
  interface JoinJobRequest {

    /// Conditions on the documents of the collection.
    @Nullable List<@Nullable String> filter();

    @Schema(minimum = "0", maximum = "" + Fingerprint.MAX_BITS)
    @Nullable Integer maxDistance();

    @Schema(implementation = String.class)
    @Nullable Recall recall();

    @Schema(minimum = "0", maximum = "1")
    @Nullable Double minSimilarity();

    /// What is sought among the documents of a collection.
    ///
    /// @throws RequestException if the recall or a condition is invalid
    @JsonIgnore
    @Schema(hidden = true)
    default LookupRequest lookup() {
      return new LookupRequest(
          maxDistance(),
          Recall.value(recall()),
          null,
          null,
          MetadataFilter.of(filter()),
          minSimilarity());
    }
  }

  /// A request that groups documents.
  interface GroupingJobRequest extends JoinJobRequest {

    @Schema(allowableValues = {"star", "components"})
    @Nullable String by();

    @Schema(allowableValues = {"first", "longest", "newest", "largest", "smallest", "central"})
    @Nullable String survivor();

    @Nullable String field();

    /// How to group them.
    ///
    /// @throws RequestException if a value is unknown, or the values contradict each other
    @JsonIgnore
    @Schema(hidden = true)
    default Grouping grouping() {
      return Grouping.of(by(), survivor(), field());
    }
  }

  /// A request for all pairs.
  @JsonTypeName("pairs")
  record PairsJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity)
      implements ClientJobRequest, JoinJobRequest {}

  /// A request for all groups.
  @JsonTypeName("groups")
  record GroupsJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Nullable String by,
      @Nullable String survivor,
      @Nullable String field)
      implements ClientJobRequest, GroupingJobRequest {}

  /// A clean-up.
  @JsonTypeName("dedupe")
  record DedupeJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Nullable String by,
      @Nullable String survivor,
      @Nullable String field,
      @Schema(allowableValues = {"disable", "remove"}) @Nullable String action,
      @Schema(minimum = "0", maximum = "3153600000") @Nullable Long removeAfterSeconds,
      @Nullable Boolean dryRun)
      implements ClientJobRequest, GroupingJobRequest {

    @Override
    public boolean writes() {
      return Boolean.FALSE.equals(dryRun);
    }
  }

  /// A comparison with another collection.
  @JsonTypeName("compare-with")
  record CompareJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Schema(requiredMode = REQUIRED) @Nullable String with,
      @Conditions @Nullable List<@Nullable String> withFilter)
      implements ClientJobRequest, JoinJobRequest {

    @Override
    public Stream<String> otherCollections() {
      return Stream.ofNullable(with);
    }
  }

  /// A copy to another collection.
  @JsonTypeName("copy")
  record CopyJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Schema(requiredMode = REQUIRED) @Nullable String to,
      @Schema(allowableValues = {"add", "skip", "replace"}) @Nullable String onDuplicate)
      implements ClientJobRequest, JoinJobRequest {

    @Override
    public boolean writes() {
      return true;
    }

    @Override
    public Stream<String> otherCollections() {
      return Stream.ofNullable(to);
    }
  }

  /// An evaluation of profiles and distances.
  @JsonTypeName("evaluate")
  record EvaluateJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @JsonDeserialize(contentUsing = StringOnly.class) @Nullable List<@Nullable String> profiles,
      @Schema(allowableValues = {"documents", "judgements"}) @Nullable String from,
      @Nullable Long seed,
      @Schema(minimum = "0.01", maximum = "0.5") @Nullable Double editRate,
      @Schema(exclusiveMinimumValue = 0) @Nullable Double duplicatesPerDocument)
      implements ClientJobRequest {}

  /// A request for all pairs of documents that share passages.
  @JsonTypeName("passages")
  record PassagesJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(minimum = "6") @Nullable Integer minShared,
      @Schema(minimum = "0", maximum = "1") @Nullable Double minShare)
      implements ClientJobRequest {}

  /// A request for the passages that most documents have.
  @JsonTypeName("boilerplate")
  record BoilerplateJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(minimum = "6") @Nullable Integer minShared,
      @Schema(minimum = "2") @Nullable Integer minDocuments)
      implements ClientJobRequest {}

  /// The application of a dry run.
  @JsonTypeName("apply")
  record ApplyJobRequest(String of) implements JobRequest {}

  /// The undoing of a clean-up.
  @JsonTypeName("undo")
  record UndoJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(requiredMode = REQUIRED) @Nullable String of)
      implements ClientJobRequest {

    @Override
    public boolean writes() {
      return true;
    }
  }

  /// A requested recall as it was written: `exact` or a number.
  record Recall(@JsonValue String text) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Recall of(JsonNode written) {
      return new Recall(written.isValueNode() ? written.asString() : written.toString());
    }

    /// The requested probability, 1 if it is to be exact; null without a recall.
    ///
    /// @throws RequestException if it is neither `exact` nor a number above 0 and at most 1
    static @Nullable Double value(@Nullable Recall recall) {
      return recall == null ? null : LookupLimits.recall(recall.text);
    }
  }

  /// A list of conditions on metadata; a single one may be a string.
  @JacksonAnnotationsInside
  @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
  @JsonDeserialize(contentUsing = StringOnly.class)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Conditions {}
}
