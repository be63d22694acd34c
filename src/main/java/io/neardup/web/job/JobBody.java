package io.neardup.web.job;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.RequestException;
import io.neardup.service.ResourceName;
import io.neardup.service.job.JobRequest;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.StringOnly;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.StringNode;

/// A job as requested.
@Schema(
    name = "JobRequest",
    description =
        "Each kind of job has some of the fields. All have filter; all but evaluate have"
            + " maxDistance and recall; groups has by, survivor and field; dedupe has those, action"
            + " and dryRun; compare-with has with and withFilter; copy has to and onDuplicate;"
            + " evaluate has profiles, from, seed, editRate and duplicatesPerDocument.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobBody(
    @Schema(
            description =
                "The id of the job: "
                    + ResourceName.RULE
                    + "; generated if omitted. A second job with the same id is refused, so that a"
                    + " request can be repeated safely.",
            example = "nightly-pairs")
        @Nullable String id,
    @Schema(
            description = "What the job does.",
            allowableValues = {
              "pairs",
              "groups",
              "dedupe",
              "compare-with",
              "copy",
              "evaluate",
              "apply",
              "undo"
            },
            example = "pairs")
        @Nullable String kind,
    @Schema(
            description =
                "Only documents of this collection with all of these values in their metadata: a"
                    + " field, a colon and a value; dots select fields of objects. A single one may"
                    + " be a string.",
            example = "[\"lang:en\"]")
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> filter,
    @Schema(
            description = QueryParameters.MAX_DISTANCE,
            minimum = "0",
            maximum = QueryParameters.MAX_BITS,
            example = "54")
        @Nullable Integer maxDistance,
    @Schema(description = QueryParameters.RECALL, type = "string", example = "exact")
        @Nullable JsonNode recall,
    @Schema(
            description = "What forms a group, as in GET /groups; star by default.",
            allowableValues = {"star", "components"})
        @Nullable String by,
    @Schema(
            description =
                "The document of a group to keep, as in GET /groups; central by default with stars,"
                    + " first with components.",
            allowableValues = {"first", "longest", "newest", "largest", "smallest", "central"})
        @Nullable String survivor,
    @Schema(
            description = "The metadata field for survivor=largest and survivor=smallest.",
            example = "page")
        @Nullable String field,
    @Schema(
            description =
                "What happens to the other documents of a group: disable (the default) excludes"
                    + " them from lookups; remove deletes them. POST /jobs/{id}/undo undoes both.",
            allowableValues = {"disable", "remove"})
        @Nullable String action,
    @Schema(
            description =
                "true (the default) only lists the documents; POST /jobs/{id}/apply then disables"
                    + " or removes them. false lists them and does so at once.")
        @Nullable Boolean dryRun,
    @Schema(
            description = "The collection to compare with; it must have the same profile.",
            example = "posts")
        @Nullable String with,
    @Schema(description = "As filter, for the documents of that collection.")
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> withFilter,
    @Schema(description = "The collection to copy to.", example = "posts") @Nullable String to,
    @Schema(
            description = "How copies that have near-duplicates there are stored; add by default.",
            allowableValues = {"add", "skip", "replace"})
        @Nullable String onDuplicate,
    @Schema(
            description =
                "In answers: the dry run that this job applies, or the job that it undoes.")
        @Nullable String of,
    @Schema(
            description =
                "The profiles to evaluate; that of the collection if omitted. Others need the texts"
                    + " of the documents.",
            example = "[\"simhash-256-v1\", \"simhash-512-v1\"]")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> profiles,
    @Schema(
            description =
                "What is evaluated: documents (the default) edits a sample of the stored texts, and"
                    + " compares them with each other; judgements are those of the collection.",
            allowableValues = {"documents", "judgements"})
        @Nullable String from,
    @Schema(description = "Selects the sample of an evaluation, 1 by default.") @Nullable Long seed,
    @Schema(
            description =
                "The share of words up to which an edited text is a near-duplicate, 0.2 by default."
                    + " By judgements, it decides on pairs at distances that were not judged.",
            minimum = "0.01",
            maximum = "0.5")
        @Nullable Double editRate,
    @Schema(
            description =
                "How many near-duplicates a document has on average, which precision depends on;"
                    + " estimated from the documents if omitted, or 0.1 if fewer than 10 are"
                    + " found.",
            exclusiveMinimumValue = 0)
        @Nullable Double duplicatesPerDocument) {

  /// The request of a job.
  ///
  /// @throws RequestException if the kind is missing or the recall malformed
  JobRequest request() {
    if (kind == null) {
      throw RequestException.invalid("kind", "is missing; name what the job does, such as pairs");
    }
    return new JobRequest(
        kind,
        filter,
        maxDistance,
        RequestMapper.recall(recall),
        by,
        survivor,
        field,
        action,
        dryRun,
        with,
        withFilter,
        to,
        onDuplicate,
        of,
        profiles,
        from,
        seed,
        editRate,
        duplicatesPerDocument);
  }

  static JobBody of(JobRequest request) {
    return new JobBody(
        null,
        request.kind(),
        request.filter(),
        request.maxDistance(),
        recall(request.recall()),
        request.by(),
        request.survivor(),
        request.field(),
        request.action(),
        request.dryRun(),
        request.with(),
        request.withFilter(),
        request.to(),
        request.onDuplicate(),
        request.of(),
        request.profiles(),
        request.from(),
        request.seed(),
        request.editRate(),
        request.duplicatesPerDocument());
  }

  private static @Nullable JsonNode recall(@Nullable Double recall) {
    if (recall == null) {
      return null;
    }
    return StringNode.valueOf(recall == 1 ? "exact" : recall.toString());
  }
}
