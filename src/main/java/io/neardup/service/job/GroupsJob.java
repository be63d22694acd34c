package io.neardup.service.job;

import io.neardup.service.job.JobRequest.GroupingJobRequest;
import io.neardup.service.job.JobRequest.GroupsJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.SurvivorRule;
import java.util.List;

/// Groups the near-duplicates, the largest group first. Counts: documents, fingerprints, groups,
/// beyond.
///
/// @param records makes the results
public record GroupsJob(JoinService joins, ResultRecords records)
    implements JobKind<GroupsJobRequest> {

  static Grouping grouping(GroupingJobRequest request) {
    return SurvivorRule.grouping(request.by(), request.survivor(), request.field());
  }

  @Override
  public Class<GroupsJobRequest> requests() {
    return GroupsJobRequest.class;
  }

  @Override
  public List<String> columns() {
    return List.of(
        "group",
        "survivor",
        "size",
        "diameter",
        "id",
        "distance",
        "similarity",
        "featureSimilarity");
  }

  @Override
  public JobWork prepare(GroupsJobRequest request, JobScope scope) {
    JoinedCollection joined = JoinedCollection.of(joins, request, scope.collection());
    Grouping grouping = grouping(request);
    return context -> joined.run(context, join -> run(join, grouping, context));
  }

  private void run(CollectionJoin join, Grouping grouping, JobContext context) {
    JoinedCollection.groups(
        join,
        grouping,
        context,
        (group, number) ->
            records.group(
                number,
                context.takesPages() ? group : group.firstPage(),
                join.profile(),
                context::append));
  }
}
