package io.neardup.service.job;

import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.SurvivorRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Groups the near-duplicates, the largest group first. Counts: documents, fingerprints, groups,
/// beyond.
///
/// @param records makes the results
public record GroupsJob(JoinService joins, ResultRecords records) implements JobKind {

  private static final Set<String> FIELDS = fieldsAnd("by", "survivor", "field");

  static Set<String> fieldsAnd(String... more) {
    Set<String> fields = new HashSet<>(JoinedCollection.FIELDS);
    fields.addAll(List.of(more));
    return Set.copyOf(fields);
  }

  static Grouping grouping(JobRequest request) {
    return SurvivorRule.grouping(request.by(), request.survivor(), request.field());
  }

  @Override
  public String name() {
    return "groups";
  }

  @Override
  public Set<String> fields() {
    return FIELDS;
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
  public JobWork prepare(JobRequest request, JobScope scope) {
    JoinedCollection joined = JoinedCollection.of(joins, request, scope.collection());
    Grouping grouping = grouping(request);
    return context -> joined.run(context, join -> run(join, grouping, context));
  }

  private void run(CollectionJoin join, Grouping grouping, JobContext context) {
    JoinedCollection.groups(
        join,
        grouping,
        context,
        (group, number) -> records.group(number, group, join.profile(), context::append));
  }
}
