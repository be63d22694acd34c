package io.neardup.web.join;

import io.neardup.service.join.NearGroup;
import io.neardup.web.answer.JoinSummary;
import java.util.ArrayList;
import java.util.List;

/// Collects the first groups, which are the largest. Not thread-safe.
final class LargestGroups implements JoinAnswer.Results<LargestGroups.GroupsResponse> {

  /// Maximum of documents in an answer, which is in memory as a whole.
  static final int MAX_MEMBERS = 100_000;

  private final int limit;
  private final int maxMembers;
  private final List<NearGroup> groups = new ArrayList<>();
  private int members;
  private boolean truncated;

  /// @param limit of groups
  /// @param maxMembers of their documents
  LargestGroups(int limit, int maxMembers) {
    this.limit = limit;
    this.maxMembers = maxMembers;
  }

  /// The largest groups of a collection.
  record GroupsResponse(List<NearGroup> groups, boolean truncated, JoinSummary summary) {}

  @Override
  public void add(Object result) {
    if (result instanceof NearGroup group) { // others are further members of one
      members += truncated ? 0 : group.members().size();
      truncated |= groups.size() == limit || members > maxMembers;
      if (!truncated) {
        groups.add(group);
      }
    }
  }

  @Override
  public GroupsResponse answer(JoinSummary summary) {
    return new GroupsResponse(groups, truncated, summary);
  }
}
