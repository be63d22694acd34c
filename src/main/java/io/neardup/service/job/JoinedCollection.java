package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobRequest.JoinJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup.GroupReader;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import java.util.List;
import java.util.function.Consumer;

/// The join of a collection with itself, as a job has it.
///
/// @param requested the distance or similarity of pairs, the recall, and a filter
record JoinedCollection(JoinService joins, DocumentCollection collection, LookupRequest requested) {

  /// The columns of pairs as a table.
  static final List<String> PAIR_COLUMNS =
      List.of(
          "a",
          "b",
          "distance",
          "similarity",
          "featureSimilarity",
          "verified",
          "equalToA",
          "equalToB");

  /// The join of a request.
  ///
  /// @throws RequestException if a parameter is invalid
  static JoinedCollection of(
      JoinService joins, JoinJobRequest request, DocumentCollection collection) {
    LookupRequest requested = request.lookup();
    Lookup _ = collection.lookup(requested); // refuses numbers out of range
    return new JoinedCollection(joins, collection, requested);
  }

  /// Creates the join and passes it to `work`. Its progress is that of the job, in documents.
  void run(JobContext context, Consumer<CollectionJoin> work) {
    try (CollectionJoin join = joins.open(collection, requested, context, context.newPool())) {
      context.onStop(join::cancel);
      context.progress(join.documents(), () -> (long) (join.progress() * join.documents()));
      context.joined(join.result());
      context.count("documents", join.documents());
      context.count("fingerprints", join.fingerprints());
      work.accept(join);
    }
  }

  /// Passes all groups, and counts them.
  static void groups(
      CollectionJoin join, Grouping grouping, JobContext context, GroupReader reader) {
    context.count("groups", 0);
    context.count("beyond", 0);
    long[] counted = {0, 0}; // groups, documents beyond
    join.groups(
        grouping,
        (group, further) -> {
          reader.group(group, further);
          counted[0]++;
          counted[1] += group.beyond();
          context.count("groups", 1);
          context.count("beyond", group.beyond());
          context.joined(join.result().withGroups(counted[0], counted[1]));
        });
    context.joined(join.result().withGroups(counted[0], counted[1]));
  }
}
