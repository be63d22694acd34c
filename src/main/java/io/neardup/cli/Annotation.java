package io.neardup.cli;

import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.files.AddedColumn;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What columns say about the records of a corpus: 4 bytes for each, and the groups.
final class Annotation {

  private static final List<@Nullable Object> SINGLE =
      Arrays.asList(null, 1, true, null, null, null);

  private static final List<AddedColumn.Type> TYPES =
      List.of(
          AddedColumn.Type.NUMBER,
          AddedColumn.Type.NUMBER,
          AddedColumn.Type.FLAG,
          AddedColumn.Type.WORD,
          AddedColumn.Type.SHARE,
          AddedColumn.Type.SHARE);

  private final List<NearSet> groups;
  private final @Nullable Losses losses;
  private final int[] groupOf; // from 1; 0 for records without near-duplicates

  /// The columns of some names, in the order of the values.
  static List<AddedColumn> columns(List<String> names) {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new AddedColumn(names.get(i), TYPES.get(i)))
        .toList();
  }

  /// @param losses of the records that are dropped, null if these are not written
  /// @param records their number
  Annotation(List<NearSet> groups, @Nullable Losses losses, int records) {
    this.groups = groups;
    this.losses = losses;
    this.groupOf = new int[records];
    for (int group = 0; group < groups.size(); group++) {
      for (int member : groups.get(group).members()) {
        groupOf[member] = group + 1;
      }
    }
  }

  /// The values of a record: group, group_size, kept, kind, similarity, unique.
  List<@Nullable Object> of(int number) {
    int group = groupOf[number];
    if (group == 0) {
      return SINGLE;
    }
    NearSet near = groups.get(group - 1);
    boolean isKept = near.kept() && number == near.survivor();
    Losses lost = near.kept() ? losses : null;
    return Arrays.asList(
        group,
        near.size(),
        isKept,
        isKept || losses == null ? null : losses.kind(number),
        isKept ? Double.valueOf(1) : lost == null ? null : Double.valueOf(lost.similarity(number)),
        isKept ? Double.valueOf(0) : lost == null ? null : Double.valueOf(lost.unique(number)));
  }
}
