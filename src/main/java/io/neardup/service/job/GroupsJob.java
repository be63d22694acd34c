package io.neardup.service.job;

import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.GroupingJobRequest;
import io.neardup.service.job.JobRequest.GroupsJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.SurvivorRule;
import java.util.List;

/// Groups the near-duplicates, the largest group first. Counts: documents, fingerprints, groups,
/// beyond.
public record GroupsJob(JoinService joins) {

  static Grouping grouping(GroupingJobRequest request) {
    return SurvivorRule.grouping(request.by(), request.survivor(), request.field());
  }

  /// The kind.
  public static JobKind<GroupsJobRequest> kind(JoinService joins) {
    return new JobKind<>(
        GroupsJobRequest.class,
        List.of(
            "group",
            "survivor",
            "size",
            "diameter",
            "id",
            "distance",
            "similarity",
            "featureSimilarity"),
        new GroupsJob(joins)::prepare);
  }

  private JobWork prepare(GroupsJobRequest request, JobScope scope) {
    JoinedCollection joined = JoinedCollection.of(joins, request, scope.collection());
    Grouping grouping = grouping(request);
    return context -> joined.run(context, join -> run(join, grouping, context));
  }

  private static void run(CollectionJoin join, Grouping grouping, JobContext context) {
    JoinedCollection.groups(
        join,
        grouping,
        context,
        (group, further) -> {
          context.append(group);
          if (context.takesPages()) {
            further.forEachRemaining(context::append);
          }
        });
  }
}
