package io.neardup.service.job;

import io.neardup.pairs.bands.JoinWay;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobRequest.GroupsJobRequest;
import io.neardup.service.job.JobRequest.PairingJobRequest;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Dropping;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup.GroupReader;
import io.neardup.service.join.NearPair;
import io.neardup.service.lookup.LookupRequest;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The join of a collection with itself, as jobs have it.
///
/// @param requested the distance or similarity of pairs, the recall, and a filter
/// @param plan by which they are found, null to choose
/// @param dropping which documents may be dropped, null if none
public record JoinJob(
    JoinService joins,
    DocumentCollection collection,
    LookupRequest requested,
    @Nullable String plan,
    @Nullable Dropping dropping) {

  /// The columns of pairs as a table.
  static final List<String> PAIR_COLUMNS = JobKind.columns(NearPair.class);

  private static final List<String> GROUP_COLUMNS =
      List.of(
          "group",
          "survivor",
          "size",
          "id",
          "distance",
          "similarity",
          "featureSimilarity",
          "verified");

  /// The join of a request.
  ///
  /// @throws RequestException if a parameter is invalid
  static JoinJob of(
      JoinService joins,
      PairingJobRequest request,
      DocumentCollection collection,
      @Nullable Dropping dropping) {
    LookupRequest requested = request.lookup();
    JoinWay _ = JoinService.way(collection, requested, request.plan());
    return new JoinJob(joins, collection, requested, request.plan(), dropping);
  }

  /// The kind that lists every pair of near-duplicates, in no particular order. Counts: documents,
  /// fingerprints, pairs.
  public static JobKind<PairsJobRequest> pairs(JoinService joins) {
    return new JobKind<>(
        PairsJobRequest.class,
        PAIR_COLUMNS,
        (request, scope) -> {
          JoinJob job = of(joins, request, scope.collection(), null);
          return context -> job.run(context, join -> pairs(join, context));
        });
  }

  /// The kind that groups the near-duplicates, the largest group first. Counts: documents,
  /// fingerprints, groups, beyond.
  public static JobKind<GroupsJobRequest> groups(JoinService joins) {
    return new JobKind<>(
        GroupsJobRequest.class,
        GROUP_COLUMNS,
        (request, scope) -> {
          JoinJob job = of(joins, request, scope.collection(), null);
          Grouping grouping = request.grouping().requireSurvivor();
          return context ->
              job.run(
                  context,
                  join ->
                      groups(
                          join,
                          grouping,
                          context,
                          (group, further) -> {
                            context.append(group);
                            if (context.isJob()) {
                              further.forEachRemaining(context::append);
                            }
                          }));
        });
  }

  /// Creates the join and passes it to `work`. Its progress becomes the progress of the job, in
  /// documents.
  void run(JobContext context, Consumer<CollectionJoin> work) {
    try (CollectionJoin join =
        joins.open(collection, requested, plan, dropping, context, context.newPool())) {
      context.onStop(join::cancel);
      context.progress(join.documents(), () -> (long) (join.progress() * join.documents()));
      context.joined(join.result());
      context.count("documents", join.documents());
      context.count("fingerprints", join.fingerprints());
      work.accept(join);
    }
  }

  /// Passes all groups, and counts them.
  ///
  /// @return see [CollectionJoin#groups]
  static int groups(
      CollectionJoin join, Grouping grouping, JobContext context, GroupReader reader) {
    context.count("groups", 0);
    context.count("beyond", 0);
    long[] counted = {0, 0}; // groups, documents beyond
    int spared =
        join.groups(
            grouping,
            (group, further) -> {
              reader.group(group, further);
              counted[0]++;
              int beyond = SurvivorRule.keepsOne(grouping.rules()) ? group.beyond() : 0;
              counted[1] += beyond;
              context.count("groups", 1);
              context.count("beyond", beyond);
              context.joined(join.result().withGroups(counted[0], counted[1]));
            });
    context.joined(join.result().withGroups(counted[0], counted[1]));
    return spared;
  }

  private static void pairs(CollectionJoin join, JobContext context) {
    LongAdder pairs = new LongAdder();
    join.pairs(
        pair -> {
          pairs.increment();
          context.append(pair);
        },
        context::append);
    context.count("pairs", pairs.sum());
    context.joined(join.result().withPairs(pairs.sum()));
  }
}
