package io.neardup.service.job;

import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup.Member;
import java.util.List;

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
