package io.neardup.cli.corpus;

import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import org.jspecify.annotations.Nullable;

/// Records with their anchors.
///
/// @param ids null for records that have none
/// @param anchors the distinct anchors of each record, none where it cannot be read
/// @param words the number of words of each record
/// @param faults why a record could not be read
public record AnchorBatch(
    InputFile file,
    RecordBatch batch,
    @Nullable String[] ids,
    long[][] anchors,
    int[] words,
    @Nullable RecordFault[] faults) {

  private static final long[] NONE = {};

  /// Parses records and selects their anchors.
  public static AnchorBatch of(InputFile file, RecordBatch batch, Profile profile) {
    int size = batch.size();
    AnchorBatch made =
        new AnchorBatch(
            file, batch, new String[size], new long[size][], new int[size], new RecordFault[size]);
    for (int i = 0; i < size; i++) {
      try {
        RecordFields fields = batch.read(i);
        TextTokens tokens = profile.tokens(fields.text(), false);
        made.ids[i] = fields.id();
        made.anchors[i] = Winnowing.STANDARD.anchors(tokens).distinct();
        made.words[i] = tokens.size();
      } catch (RecordFault fault) {
        made.anchors[i] = NONE;
        made.faults[i] = fault;
      }
    }
    return made;
  }

  /// The id of a record without a fault, `file:line` if it has none.
  String id(int index) {
    String id = ids[index];
    return id == null ? file.name() + ":" + batch.line(index) : id;
  }
}
