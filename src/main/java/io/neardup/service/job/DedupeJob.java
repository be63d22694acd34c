package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup.Member;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Lists all documents of each group but its survivor, and disables or removes them unless it is a
/// dry run. Counts: documents, fingerprints, groups, beyond, duplicates; and those of
/// [DuplicateRemoval].
///
/// @param mapper reads the results again
public record DedupeJob(JoinService joins, JsonMapper mapper, Clock clock) {

  private static final Duration REMOVE_AFTER = Duration.ofDays(7);
  private static final long MAX_REMOVE_AFTER_SECONDS = Duration.ofDays(36_500).toSeconds();

  /// A document that a dry run of `dedupe` proposes to disable or remove.
  ///
  /// @param group the number of its group, 1 for the largest
  /// @param tag the entity tag of the revision that was compared
  /// @param survivor the document of the group to keep
  /// @param survivorTag its entity tag
  /// @param distance from the survivor, in bits
  /// @param similarity 1 - distance / bits
  /// @param featureSimilarity the share of features in common
  /// @param verified true if that was computed from the features; null if the distance estimates it
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Duplicate(
      long group,
      String id,
      String tag,
      String survivor,
      String survivorTag,
      int distance,
      double similarity,
      double featureSimilarity,
      @Nullable Boolean verified) {}

  /// The kind.
  public static JobKind<DedupeJobRequest> kind(JoinService joins, JsonMapper mapper, Clock clock) {
    return new JobKind<>(
        DedupeJobRequest.class,
        JobKind.columns(Duplicate.class),
        new DedupeJob(joins, mapper, clock)::prepare);
  }

  private JobWork prepare(DedupeJobRequest request, JobScope scope) {
    DocumentCollection collection = scope.collection();
    JoinJob joined = JoinJob.of(joins, request, collection);
    Grouping grouping = request.grouping();
    Duration removeAfter = removeAfter(request);
    boolean applied = request.writes();
    return context -> {
      joined.run(context, join -> list(join, grouping, context));
      if (applied) {
        context.check(); // the list is complete
        JobResultWriter writer = context.results();
        new DuplicateRemoval(mapper, collection, removeAfter, clock, context, false)
            .run(writer.flushed(), writer.lines());
      }
    };
  }

  /// What happens to the other documents of a group.
  private enum CleanUpAction {
    DISABLE,
    REMOVE
  }

  /// How long after they are disabled documents are removed, zero to remove them at once; null if
  /// they are only disabled.
  ///
  /// @throws RequestException if the action is unknown, or the time is out of range or without use
  static @Nullable Duration removeAfter(DedupeJobRequest request) {
    CleanUpAction action = Choice.of("action", request.action(), CleanUpAction.DISABLE);
    Long seconds = request.removeAfterSeconds();
    if (action == CleanUpAction.DISABLE) {
      if (seconds != null) {
        throw RequestException.invalid("removeAfterSeconds", "goes with action=remove");
      }
      return null;
    }
    if (seconds != null && (seconds < 0 || seconds > MAX_REMOVE_AFTER_SECONDS)) {
      throw RequestException.invalid(
              "removeAfterSeconds", "must be 0 to " + MAX_REMOVE_AFTER_SECONDS + ", was " + seconds)
          .withRange(0, MAX_REMOVE_AFTER_SECONDS);
    }
    return seconds == null ? REMOVE_AFTER : Duration.ofSeconds(seconds);
  }

  private static void list(CollectionJoin join, Grouping grouping, JobContext context) {
    JoinJob.groups(
        join,
        grouping,
        context,
        (group, further) -> {
          Member survivor = group.members().getFirst();
          list(
              group.group(), survivor, group.members().subList(1, group.members().size()), context);
          further.forEachRemaining(more -> list(group.group(), survivor, more.members(), context));
        });
  }

  private static void list(long group, Member survivor, List<Member> members, JobContext context) {
    for (Member member : members) {
      context.append(
          new Duplicate(
              group,
              member.id(),
              member.tag(),
              survivor.id(),
              survivor.tag(),
              member.distance(),
              member.similarity(),
              member.featureSimilarity(),
              member.verified()));
    }
    context.count("duplicates", members.size());
  }
}
