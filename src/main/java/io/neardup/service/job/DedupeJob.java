package io.neardup.service.job;

import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.CollectionTexts;
import io.neardup.service.join.Dropping;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.JoinResult;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists all documents of each group but its survivor, and disables or removes them unless it is a
/// dry run. Counts: documents, fingerprints, groups, beyond, duplicates, of these variants and
/// contained, nearAndKept; and the counts of [DuplicateRemoval].
public final class DedupeJob {

  private DedupeJob() {}

  public static JobKind<DedupeJobRequest> kind(JoinService joins, CleanUps cleanUps) {
    return new JobKind<>(
        DedupeJobRequest.class,
        JobKind.columns(Duplicate.class),
        (request, scope) -> {
          DocumentCollection collection = scope.collection();
          Grouping grouping = request.grouping();
          JoinJob joined =
              JoinJob.of(joins, request, collection, dropping(request, grouping, collection));
          return cleanUps.work(
              request,
              collection,
              collection,
              context -> joined.run(context, join -> list(join, grouping, context)));
        });
  }

  /// What to do with variants.
  private enum Variants {
    DROP,
    KEEP
  }

  /// What may be dropped.
  ///
  /// @throws RequestException if a value is out of range, or the features do not decide
  private static Dropping dropping(
      DedupeJobRequest request, Grouping grouping, DocumentCollection collection) {
    Double maxUnique = request.maxUnique();
    if (maxUnique != null && !(maxUnique >= 0 && maxUnique <= 1)) {
      throw RequestException.invalid("maxUnique", "must be 0 to 1, was " + maxUnique);
    }
    boolean keeps = Choice.of("variants", request.variants(), Variants.DROP) == Variants.KEEP;
    DropRule rule = new DropRule(maxUnique == null ? 1 : maxUnique, null, 0, keeps);
    String field = maxUnique == null ? "variants" : "maxUnique";
    if (!rule.isAll() && grouping.by() != Grouping.By.STAR) {
      throw RequestException.invalid(field, "can be used only with by=star");
    }
    if (!rule.isAll() && collection.lookup(request.lookup()).verification() == null) {
      throw RequestException.invalid(
          field,
          "needs the features of all candidates: a collection with a profile such as"
              + " simhash-256-v1 that verifies them, and no maxDistance without minSimilarity");
    }
    return new Dropping(rule, contained(request.contained(), grouping, collection));
  }

  private static @Nullable Double contained(
      @Nullable Double share, Grouping grouping, DocumentCollection collection) {
    if (share != null) {
      if (!(share > 0 && share <= 1)) {
        throw RequestException.invalid("contained", "must be above 0 and at most 1, was " + share);
      }
      if (!SurvivorRule.keepsOne(grouping.rules())) {
        throw RequestException.invalid("contained", "cannot be used with survivor=none");
      }
      CollectionTexts.require(collection, "contained");
    }
    return share;
  }

  private static void list(CollectionJoin join, Grouping grouping, JobContext context) {
    boolean keepsOne = SurvivorRule.keepsOne(grouping.rules());
    Loss.Distribution lost = new Loss.Distribution();
    context.count("variants", 0);
    context.count("contained", 0);
    int spared =
        JoinJob.groups(
            join,
            grouping,
            context,
            (group, further) -> {
              Member survivor = keepsOne ? group.members().getFirst() : null;
              list(group.group(), survivor, group.members(), lost, context);
              further.forEachRemaining(
                  more -> list(group.group(), survivor, more.members(), lost, context));
            });
    context.count("nearAndKept", spared);
    JoinResult joined = context.joined();
    context.joined(joined == null || !keepsOne ? joined : joined.withUnique(lost));
  }

  /// @param survivor null if none is kept
  private static void list(
      long group,
      @Nullable Member survivor,
      List<Member> members,
      Loss.Distribution lost,
      JobContext context) {
    List<Member> dropped = members.stream().filter(member -> !member.equals(survivor)).toList();
    for (Member member : dropped) {
      Duplicate duplicate = Duplicate.of(group, member, survivor);
      context.append(duplicate);
      if (duplicate.unique() != null) {
        lost.add(duplicate.unique(), 1);
      }
      context.count("variants", Duplicate.VARIANT.equals(duplicate.kind()) ? 1 : 0);
      context.count("contained", Duplicate.CONTAINED.equals(duplicate.kind()) ? 1 : 0);
    }
    context.count("duplicates", dropped.size());
  }
}
