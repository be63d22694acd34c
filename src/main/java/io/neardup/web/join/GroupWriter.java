package io.neardup.web.join;

import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.Grouping;
import io.neardup.service.join.NearGroup;
import io.neardup.web.answer.GroupJson;
import io.neardup.web.answer.JoinSummary;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;

/// Writes groups as lines of a stream, or collects the first ones for a JSON answer. Not
/// thread-safe.
final class GroupWriter {

  /// Maximum of documents in a JSON answer.
  static final int MAX_MEMBERS = 100_000;

  private final JoinRecords records = new JoinRecords();
  private final CollectionJoin join;
  private final JoinAnswer answer;
  private final int limit;
  private final int maxMembers;
  private final List<GroupJson> collected = new ArrayList<>();
  private int members;
  private long groups;
  private long beyond;

  /// @param limit of groups in a JSON answer
  /// @param maxMembers of their documents
  GroupWriter(CollectionJoin join, JoinAnswer answer, int limit, int maxMembers) {
    this.join = join;
    this.answer = answer;
    this.limit = limit;
    this.maxMembers = maxMembers;
  }

  /// Runs the join, and returns the JSON answer or the last line of the stream.
  Object run(Grouping grouping) {
    join.groups(grouping, this::add);
    JoinSummary summary = JoinSummary.of(join.result().withGroups(groups, beyond), true);
    return answer.isStream()
        ? summary
        : new GroupsResponse(collected, groups > collected.size(), summary);
  }

  /// The largest groups of a collection.
  record GroupsResponse(
      @Schema(description = "Largest first, then by the id of the survivor.")
          List<GroupJson> groups,
      @Schema(
              description =
                  "Whether the collection has more groups: than the limit, or with more than 100,000"
                      + " members in all.")
          boolean truncated,
      @Schema(description = "The parameters and results of the join.") JoinSummary summary) {}

  private void add(NearGroup group) {
    groups++;
    beyond += group.beyond();
    if (answer.isStream()) {
      records.group(groups, group, join.profile(), answer::line);
    } else if (collected.size() == groups - 1 && collected.size() < limit) {
      members += group.first().members().size();
      if (members <= maxMembers) {
        collected.add(GroupJson.of(groups, group, join.profile()));
      }
    }
  }
}
