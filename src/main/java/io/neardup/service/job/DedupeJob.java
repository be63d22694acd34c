package io.neardup.service.job;

import io.neardup.pairs.group.SurvivorRule;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists all documents of each group but its survivor, and disables or removes them unless it is a
/// dry run. Counts: documents, fingerprints, groups, beyond, duplicates; and those of
/// [DuplicateRemoval].
public final class DedupeJob {

  private DedupeJob() {}

  /// The kind.
  public static JobKind<DedupeJobRequest> kind(JoinService joins, CleanUps cleanUps) {
    return new JobKind<>(
        DedupeJobRequest.class,
        JobKind.columns(Duplicate.class),
        (request, scope) -> {
          DocumentCollection collection = scope.collection();
          JoinJob joined = JoinJob.of(joins, request, collection);
          Grouping grouping = request.grouping();
          return cleanUps.work(
              request,
              collection,
              collection,
              context -> joined.run(context, join -> list(join, grouping, context)));
        });
  }

  private static void list(CollectionJoin join, Grouping grouping, JobContext context) {
    boolean keepsOne = SurvivorRule.keepsOne(grouping.rules());
    JoinJob.groups(
        join,
        grouping,
        context,
        (group, further) -> {
          Member survivor = keepsOne ? group.members().getFirst() : null;
          list(group.group(), survivor, group.members(), context);
          further.forEachRemaining(more -> list(group.group(), survivor, more.members(), context));
        });
  }

  /// @param survivor null if none is kept
  private static void list(
      long group, @Nullable Member survivor, List<Member> members, JobContext context) {
    List<Member> dropped = members.stream().filter(member -> !member.equals(survivor)).toList();
    for (Member member : dropped) {
      context.append(
          new Duplicate(
              group,
              member.id(),
              member.tag(),
              survivor == null ? null : survivor.id(),
              survivor == null ? null : survivor.tag(),
              member.distance(),
              member.similarity(),
              member.featureSimilarity(),
              member.verified()));
    }
    context.count("duplicates", dropped.size());
  }
}
