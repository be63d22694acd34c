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
public final class AnchorBatch {

  private static final long[] NONE = {};

  private final InputFile file;
  private final RecordBatch batch;
  private final @Nullable String[] ids;
  private final long[][] anchors; // distinct ones
  private final int[] words;
  private final @Nullable RecordFault[] faults;

  private AnchorBatch(InputFile file, RecordBatch batch) {
    this.file = file;
    this.batch = batch;
    this.ids = new String[batch.size()];
    this.anchors = new long[batch.size()][];
    this.words = new int[batch.size()];
    this.faults = new RecordFault[batch.size()];
  }

  /// Parses records and selects their anchors.
  public static AnchorBatch of(InputFile file, RecordBatch batch, Profile profile) {
    AnchorBatch made = new AnchorBatch(file, batch);
    for (int i = 0; i < batch.size(); i++) {
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

  /// The file of the records.
  InputFile file() {
    return file;
  }

  /// The number of records.
  int size() {
    return batch.size();
  }

  /// The number of the line of a record.
  long line(int index) {
    return batch.line(index);
  }

  /// Why a record could not be read, null if it could.
  @Nullable RecordFault fault(int index) {
    return faults[index];
  }

  /// The distinct anchors of a record, none if it could not be read.
  long[] anchors(int index) {
    return anchors[index];
  }

  /// The number of words of a record.
  int words(int index) {
    return words[index];
  }

  /// The id of a record without a fault, `file:line` if it has none.
  String id(int index) {
    String id = ids[index];
    return id == null ? file.name() + ":" + batch.line(index) : id;
  }
}
