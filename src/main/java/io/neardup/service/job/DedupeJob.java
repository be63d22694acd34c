package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearGroup.Member;
import io.neardup.service.write.Precondition;
import io.neardup.store.Document;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Lists all documents of each group but its survivor, and disables or removes them unless it is a
/// dry run. Counts: documents, fingerprints, groups, duplicates; and those of [DuplicateRemoval].
///
/// @param mapper reads the results again
public record DedupeJob(JoinService joins, JsonMapper mapper) implements JobKind {

  static final String NAME = "dedupe";

  private static final Set<String> FIELDS =
      GroupsJob.fieldsAnd("by", "survivor", "field", "action", "dryRun");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<String> fields() {
    return FIELDS;
  }

  @Override
  public List<String> columns() {
    return List.of("group", "id", "tag", "survivor", "survivorTag", "distance", "similarity");
  }

  @Override
  public boolean writes(JobRequest request) {
    return Boolean.FALSE.equals(request.dryRun());
  }

  @Override
  public JobWork prepare(JobRequest request, JobScope scope) {
    DocumentCollection collection = scope.collection();
    JoinedCollection joined = JoinedCollection.of(joins, request, collection);
    Grouping grouping = GroupsJob.grouping(request);
    boolean removes = removes(request.action());
    boolean applied = writes(request);
    return context -> {
      joined.run(context, join -> list(join, grouping, context));
      if (applied) {
        context.check(); // the list is complete
        JobResultWriter list = context.results();
        new DuplicateRemoval(mapper, collection, removes, context, false)
            .run(list.flushed(), list.lines());
      }
    };
  }

  /// Whether an action removes documents; otherwise they are disabled, as by default.
  ///
  /// @throws RequestException if it is unknown
  static boolean removes(@Nullable String action) {
    return switch (action) {
      case "remove" -> true;
      case "disable" -> false;
      case null -> false;
      default ->
          throw RequestException.invalid(
              "action", "must be disable or remove, was '" + action + "'");
    };
  }

  private static void list(CollectionJoin join, Grouping grouping, JobContext context) {
    long[] groups = {0};
    join.groups(
        grouping,
        group -> {
          groups[0]++;
          context.count("groups", 1);
          context.count("duplicates", group.members().size() - 1L);
          list(groups[0], group, context);
        });
  }

  private static void list(long number, NearGroup group, JobContext context) {
    Document survivor = group.survivor();
    String survivorTag = tag(survivor);
    for (Member member : group.members().subList(1, group.members().size())) {
      context.append(
          new Duplicate(
              number,
              member.document().id(),
              tag(member.document()),
              survivor.id(),
              survivorTag,
              member.distance(),
              1 - (double) member.distance() / survivor.fingerprint().bits()));
    }
  }

  /// The entity tag of a document.
  static String tag(Document document) {
    return Precondition.tag(document.createdAt(), document.version());
  }
}
