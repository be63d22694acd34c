package io.neardup.cli.corpus;

import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Records with their fingerprints.
public final class SketchedBatch {

  private final InputFile file;
  private final RecordBatch batch;
  private final @Nullable String[] ids;
  private final @Nullable Sketch[] sketches;
  private final @Nullable RecordFault[] faults;

  private SketchedBatch(InputFile file, RecordBatch batch) {
    this.file = file;
    this.batch = batch;
    this.ids = new String[batch.size()];
    this.sketches = new Sketch[batch.size()];
    this.faults = new RecordFault[batch.size()];
  }

  /// Parses records and computes their fingerprints.
  public static SketchedBatch of(InputFile file, RecordBatch batch, Profile profile) {
    SketchedBatch made = new SketchedBatch(file, batch);
    for (int i = 0; i < batch.size(); i++) {
      try {
        RecordFields fields = batch.read(i);
        made.ids[i] = fields.id();
        made.sketches[i] = profile.sketch(new Content.Text(fields.text()));
      } catch (RecordFault fault) {
        made.faults[i] = fault;
      }
    }
    return made;
  }

  /// The file of the records.
  public InputFile file() {
    return file;
  }

  /// The number of records.
  public int size() {
    return batch.size();
  }

  /// The number of the line of a record.
  public long line(int index) {
    return batch.line(index);
  }

  /// Why a record could not be read, null if it could.
  public @Nullable RecordFault fault(int index) {
    return faults[index];
  }

  /// The fingerprint of a record without a fault.
  public Sketch sketch(int index) {
    return Objects.requireNonNull(sketches[index]);
  }

  /// The id of a record without a fault, `file:line` if it has none.
  public String id(int index) {
    String id = ids[index];
    return id == null ? file.name() + ":" + batch.line(index) : id;
  }
}
