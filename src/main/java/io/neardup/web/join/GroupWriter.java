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

  private final JoinRecords records = new JoinRecords();
  private final CollectionJoin join;
  private final JoinAnswer answer;
  private final int limit;
  private final List<GroupJson> collected = new ArrayList<>();
  private long groups;
  private long beyond;

  /// @param limit of a JSON answer
  GroupWriter(CollectionJoin join, JoinAnswer answer, int limit) {
    this.join = join;
    this.answer = answer;
    this.limit = limit;
  }

  /// Runs the join, and returns the JSON answer or the last line of the stream.
  Object run(Grouping grouping) {
    join.groups(grouping, this::add);
    JoinSummary summary = JoinSummary.of(join.result().withGroups(groups, beyond), true);
    return answer.isStream() ? summary : new GroupsResponse(collected, groups > limit, summary);
  }

  /// The largest groups of a collection.
  record GroupsResponse(
      @Schema(description = "Largest first, then by the id of the survivor.")
          List<GroupJson> groups,
      @Schema(description = "Whether the collection has more groups than the limit.")
          boolean truncated,
      @Schema(description = "The parameters and results of the join.") JoinSummary summary) {}

  private void add(NearGroup group) {
    groups++;
    beyond += group.beyond();
    if (answer.isStream()) {
      records.group(groups, group, join.profile(), answer::line);
    } else if (collected.size() < limit) {
      collected.add(GroupJson.of(groups, group, join.profile()));
    }
  }
}
