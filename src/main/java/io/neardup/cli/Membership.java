package io.neardup.cli;

import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.RowSchema.ColumnType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The group of each record, whether it is kept, and what columns say about it: 4 bytes for each
/// record, and the groups.
final class Membership {

  private static final List<@Nullable Object> SINGLE =
      Arrays.asList(null, 1, true, null, null, null);

  private static final List<ColumnType> TYPES =
      List.of(
          ColumnType.INTEGER,
          ColumnType.INTEGER,
          ColumnType.FLAG,
          ColumnType.STRING,
          ColumnType.NUMBER,
          ColumnType.NUMBER);

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
  Membership(List<NearSet> groups, @Nullable Losses losses, int records) {
    this.groups = groups;
    this.losses = losses;
    this.groupOf = new int[records];
    for (int group = 0; group < groups.size(); group++) {
      for (int member : groups.get(group).members()) {
        groupOf[member] = group + 1;
      }
    }
  }

  /// The number of records.
  int records() {
    return groupOf.length;
  }

  /// The group of a record that is dropped, null if it is kept.
  @Nullable NearSet dropped(int number) {
    NearSet near = groupOf[number] == 0 ? null : groups.get(groupOf[number] - 1);
    return near == null || near.kept() && number == near.survivor() ? null : near;
  }

  /// What a record that is dropped is to the kept one, null if losses are not known.
  @Nullable String kind(int number) {
    return losses == null ? null : losses.kind(number);
  }

  /// The similarity of a record that is dropped to the kept one of its group, null if there is
  /// none.
  @Nullable Double similarity(NearSet group, int number) {
    return losses == null || !group.kept() ? null : Double.valueOf(losses.similarity(number));
  }

  /// The share of its features that the kept one lacks, null if there is none.
  @Nullable Double unique(NearSet group, int number) {
    return losses == null || !group.kept() ? null : Double.valueOf(losses.unique(number));
  }

  /// The values of a record: group, group_size, kept, kind, similarity, unique.
  List<@Nullable Object> of(int number) {
    int group = groupOf[number];
    if (group == 0) {
      return SINGLE;
    }
    int size = groups.get(group - 1).size();
    NearSet near = dropped(number);
    return near == null
        ? Arrays.asList(group, size, true, null, 1.0, 0.0)
        : Arrays.asList(
            group, size, false, kind(number), similarity(near, number), unique(near, number));
  }
}
