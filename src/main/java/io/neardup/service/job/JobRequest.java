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
import io.neardup.service.ResourceName;
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
    description = "The request of a job, without the id.",
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

  /// The description of ids.
  String ID_TEXT =
      "The id of the job: "
          + ResourceName.RULE
          + "; generated if omitted. A second job with the same id is refused, so that a request"
          + " can be repeated safely.";

  /// The name of its kind.
  @JsonProperty("kind")
  @Schema(description = "What the job does.", requiredMode = REQUIRED)
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
      description = "What a job is to do; the fields depend on its kind.",
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

    @Schema(
        description =
            "Only documents of this collection with all of these values in their metadata: a"
                + " field, a colon and a value; dots select fields of objects. A single one may"
                + " be a string.",
        example = "[\"lang:en\"]")
    @Conditions
    @Nullable List<@Nullable String> filter();
  }

  /// A request that finds pairs within a distance.
  interface JoinJobRequest {

    /// Conditions on the documents of the collection.
    @Nullable List<@Nullable String> filter();

    @Schema(
        description =
            "Maximum distance of near-duplicates, in bits; by default that of the collection.",
        minimum = "0",
        maximum = "" + Fingerprint.MAX_BITS,
        example = "54")
    @Nullable Integer maxDistance();

    @Schema(
        description =
            "The requested probability of finding a match at maxDistance: 'exact' or a number above"
                + " 0, at most 1; 0.95 by default. Nearer matches are found with a higher"
                + " probability.",
        implementation = String.class,
        example = "exact")
    @Nullable Recall recall();

    @Schema(
        description =
            "Minimum similarity of the features of near-duplicates, if the collection verifies"
                + " candidates; by default that of the profile. With maxDistance alone, the"
                + " distance decides.",
        minimum = "0",
        maximum = "1",
        example = "0.8")
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

    @Schema(
        description = "What forms a group, as in GET /groups; star by default.",
        allowableValues = {"star", "components"})
    @Nullable String by();

    @Schema(
        description =
            "The document of a group to keep, as in GET /groups; central by default with stars,"
                + " first with components.",
        allowableValues = {"first", "longest", "newest", "largest", "smallest", "central"})
    @Nullable String survivor();

    @Schema(
        description = "The metadata field for survivor=largest and survivor=smallest.",
        example = "page")
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
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity)
      implements ClientJobRequest, JoinJobRequest {}

  /// A request for all groups.
  @JsonTypeName("groups")
  record GroupsJobRequest(
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
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
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Nullable String by,
      @Nullable String survivor,
      @Nullable String field,
      @Schema(
              description =
                  "What happens to the other documents of a group: disable (the default) excludes"
                      + " them from lookups; remove does so and deletes them after"
                      + " removeAfterSeconds. Until then POST /jobs/{id}/undo undoes both.",
              allowableValues = {"disable", "remove"})
          @Nullable String action,
      @Schema(
              description =
                  "With action=remove: how long after they are disabled documents are deleted, 7"
                      + " days by default. 0 deletes them at once, which cannot be undone.",
              minimum = "0",
              maximum = "3153600000",
              example = "604800")
          @Nullable Long removeAfterSeconds,
      @Schema(
              description =
                  "true (the default) only lists the documents; POST /jobs/{id}/apply then disables"
                      + " or removes them. false lists them and does so at once.")
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
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Schema(
              description = "The collection to compare with; it must have the same profile.",
              requiredMode = REQUIRED,
              example = "posts")
          @Nullable String with,
      @Schema(description = "As filter, for the documents of that collection.") @Conditions
          @Nullable List<@Nullable String> withFilter)
      implements ClientJobRequest, JoinJobRequest {

    @Override
    public Stream<String> otherCollections() {
      return Stream.ofNullable(with);
    }
  }

  /// A copy to another collection.
  @JsonTypeName("copy")
  record CopyJobRequest(
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Nullable Integer maxDistance,
      @Nullable Recall recall,
      @Nullable Double minSimilarity,
      @Schema(
              description = "The collection to copy to.",
              requiredMode = REQUIRED,
              example = "posts")
          @Nullable String to,
      @Schema(
              description =
                  "How copies that have near-duplicates there are stored; add by default.",
              allowableValues = {"add", "skip", "replace"})
          @Nullable String onDuplicate)
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
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(
              description =
                  "The profiles to evaluate; that of the collection if omitted. Others need the"
                      + " texts of the documents.",
              example = "[\"simhash-256-v1\", \"simhash-512-v1\"]")
          @JsonDeserialize(contentUsing = StringOnly.class)
          @Nullable List<@Nullable String> profiles,
      @Schema(
              description =
                  "What is evaluated: documents (the default) edits a sample of the stored texts,"
                      + " and compares them with each other; judgements are those of the"
                      + " collection.",
              allowableValues = {"documents", "judgements"})
          @Nullable String from,
      @Schema(description = "Selects the sample of an evaluation, 1 by default.")
          @Nullable Long seed,
      @Schema(
              description =
                  "The share of words up to which an edited text is a near-duplicate, 0.2 by"
                      + " default. By judgements, it decides on pairs at distances that were not"
                      + " judged.",
              minimum = "0.01",
              maximum = "0.5")
          @Nullable Double editRate,
      @Schema(
              description =
                  "How many near-duplicates a document has on average, which precision depends on;"
                      + " estimated from the documents if omitted, or 0.1 if fewer than 10 are"
                      + " found.",
              exclusiveMinimumValue = 0)
          @Nullable Double duplicatesPerDocument)
      implements ClientJobRequest {}

  /// A request for all pairs of documents that share passages.
  @JsonTypeName("passages")
  record PassagesJobRequest(
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(
              description =
                  "Minimum number of words of a passage that are equal in both documents, 17 by"
                      + " default.",
              minimum = "6",
              example = "17")
          @Nullable Integer minShared,
      @Schema(
              description =
                  "Minimum share of the shorter document that is in passages; 0 by default.",
              minimum = "0",
              maximum = "1",
              example = "0.3")
          @Nullable Double minShare)
      implements ClientJobRequest {}

  /// A request for the passages that most documents have.
  @JsonTypeName("boilerplate")
  record BoilerplateJobRequest(
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(
              description = "Minimum number of words of a passage, 17 by default.",
              minimum = "6",
              example = "17")
          @Nullable Integer minShared,
      @Schema(
              description = "Minimum number of documents that have a passage, 10 by default.",
              minimum = "2",
              example = "10")
          @Nullable Integer minDocuments)
      implements ClientJobRequest {}

  /// The application of a dry run.
  @JsonTypeName("apply")
  record ApplyJobRequest(@Schema(description = "The dry run that this job applies.") String of)
      implements JobRequest {}

  /// The undoing of a clean-up.
  @JsonTypeName("undo")
  record UndoJobRequest(
      @Schema(description = ID_TEXT, example = "nightly-pairs") @Nullable String id,
      @Nullable List<@Nullable String> filter,
      @Schema(
              description =
                  "The clean-up to undo: the job that its documents name in disabledBy. It may be"
                      + " deleted or expired.",
              requiredMode = REQUIRED,
              example = "clean-up")
          @Nullable String of)
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
