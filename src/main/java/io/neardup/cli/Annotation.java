package io.neardup.cli;

import io.neardup.cli.corpus.NearSet;
import io.neardup.profile.Profile;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What columns say about the records of a corpus: 4 bytes for each, and the groups.
final class Annotation {

  private static final List<@Nullable Object> SINGLE = Arrays.asList(null, 1, true, null);

  private final Profile profile;
  private final List<NearSet> groups;
  private final int[] groupOf; // from 1; 0 for records without near-duplicates

  /// @param records their number
  Annotation(Profile profile, List<NearSet> groups, int records) {
    this.profile = profile;
    this.groups = groups;
    this.groupOf = new int[records];
    for (int group = 0; group < groups.size(); group++) {
      for (int i = 0; i < groups.get(group).size(); i++) {
        groupOf[groups.get(group).member(i)] = group + 1;
      }
    }
  }

  /// The values of a record: group, group_size, kept, similarity.
  List<@Nullable Object> of(int number) {
    int group = groupOf[number];
    if (group == 0) {
      return SINGLE;
    }
    NearSet near = groups.get(group - 1);
    int distance = near.distance(Arrays.binarySearch(near.members(), number));
    return List.of(
        group,
        near.size(),
        near.kept() && number == near.survivor(),
        profile.projection().featureSimilarity(distance, profile.bits()));
  }
}
