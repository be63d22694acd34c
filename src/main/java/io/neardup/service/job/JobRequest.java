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
    discriminatorProperty = "kind")
public sealed interface JobRequest {

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
    return switch (this) {
      case CleanUpJobRequest request -> Boolean.FALSE.equals(request.dryRun());
      case ApplyJobRequest _, CopyJobRequest _, UndoJobRequest _ -> true;
      case PairsJobRequest _,
          GroupsJobRequest _,
          EvaluateJobRequest _,
          PassagesJobRequest _,
          BoilerplateJobRequest _ ->
          false;
    };
  }

  /// The names of collections that the job uses besides its own.
  default Stream<String> otherCollections() {
    return switch (this) {
      case CompareJobRequest request -> Stream.ofNullable(request.with);
      case CopyJobRequest request -> Stream.ofNullable(request.to);
      case ApplyJobRequest request -> Stream.ofNullable(request.with);
      case PairsJobRequest _,
          GroupsJobRequest _,
          DedupeJobRequest _,
          EvaluateJobRequest _,
          PassagesJobRequest _,
          BoilerplateJobRequest _,
          UndoJobRequest _ ->
          Stream.empty();
    };
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
      discriminatorProperty = "kind")
  sealed interface ClientJobRequest extends JobRequest {

    @JsonProperty(access = Access.WRITE_ONLY)
    @Nullable String id();

    @Conditions
    @Nullable List<@Nullable String> filter();
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

  /// A request that finds all pairs of a collection.
  interface PairingJobRequest extends JoinJobRequest {

    /// How they are found, as [io.neardup.pairs.bands.JoinWay] reads it.
    @Nullable String plan();
  }

  /// A request that groups documents.
  interface GroupingJobRequest extends PairingJobRequest {

    @Schema(allowableValues = {"star", "components"})
    @Nullable String by();

    @Nullable String survivor();

    /// How to group them.
    ///
    /// @throws RequestException if a value is unknown, or the values contradict each other
    default Grouping grouping() {
      return Grouping.of(by(), survivor());
    }
  }

  /// A request that may list documents, to disable or remove them.
  interface CleanUpJobRequest {

    @Schema(allowableValues = {"disable", "remove"})
    @Nullable String action();

    @Schema(minimum = "0", maximum = "3153600000")
    @Nullable Long removeAfterSeconds();

    @Nullable Boolean dryRun();

    /// Whether documents are listed that can be disabled or removed.
    @JsonIgnore
    default boolean isCleanUp() {
      return true;
    }
  }

  /// A request for all pairs.
  @JsonTypeName("pairs")
  record PairsJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Nullable String plan)
      implements ClientJobRequest, PairingJobRequest {}

  /// A request for all groups.
  @JsonTypeName("groups")
  record GroupsJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Nullable String plan,
      @Nullable String by,
      @Nullable String survivor)
      implements ClientJobRequest, GroupingJobRequest {}

  /// A clean-up.
  ///
  /// @param dryRun whether the documents are only listed, as by default
  @JsonTypeName("dedupe")
  record DedupeJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Nullable String plan,
      @Nullable String by,
      @Nullable String survivor,
      @Schema(minimum = "0", maximum = "1") @Nullable Double maxUnique,
      @Schema(allowableValues = {"drop", "keep"}) @Nullable String variants,
      @Schema(exclusiveMinimumValue = 0, maximum = "1") @Nullable Double contained,
      @Nullable String action,
      @Nullable Long removeAfterSeconds,
      @Nullable Boolean dryRun)
      implements ClientJobRequest, GroupingJobRequest, CleanUpJobRequest {}

  /// A comparison with another collection: its pairs, or with an action a clean-up of the documents
  /// that are near one of the other collection.
  @JsonTypeName("compare-with")
  record CompareJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Schema(requiredMode = REQUIRED) @Nullable String with,
      @Conditions @Nullable List<@Nullable String> withFilter,
      @Nullable String action,
      @Nullable Long removeAfterSeconds,
      @Nullable Boolean dryRun)
      implements ClientJobRequest, JoinJobRequest, CleanUpJobRequest {

    @Override
    public boolean isCleanUp() {
      return action != null;
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
      implements ClientJobRequest, JoinJobRequest {}

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
  ///
  /// @param of the dry run
  /// @param with the other collection of a comparison
  @JsonTypeName("apply")
  record ApplyJobRequest(String of, @Nullable String with) implements JobRequest {}

  /// The undoing of a clean-up.
  ///
  /// @param of the clean-up
  @JsonTypeName("undo")
  record UndoJobRequest(
      @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(requiredMode = REQUIRED) @Nullable String of)
      implements ClientJobRequest {}

  /// A list of conditions on metadata; a single one may be a string.
  @JacksonAnnotationsInside
  @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
  @JsonDeserialize(contentUsing = StringOnly.class)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Conditions {}
}
