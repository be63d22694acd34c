package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.records.RecordFault;
import java.util.function.Consumer;

/// What happens to records that cannot be read: they are reported, and skipped or the end of the
/// command. Not thread-safe.
public final class Skipping implements FaultReader {

  private static final int SHOWN = 20;

  private final boolean stop;
  private final Consumer<String> notes;
  private long skipped;

  /// @param stop whether the first such record ends the command
  /// @param notes receives the first 20 of them
  public Skipping(boolean stop, Consumer<String> notes) {
    this.stop = stop;
    this.notes = notes;
  }

  /// Reports a record.
  ///
  /// @throws FileFailure if the command ends
  @Override
  public void fault(String file, long line, RecordFault fault) {
    String place = fault.at(file, line);
    if (stop) {
      throw new FileFailure(place + "; --on-error skip leaves such records out", fault);
    }
    if (++skipped <= SHOWN) {
      notes.accept("skipped " + place);
    } else if (skipped == SHOWN + 1) {
      notes.accept("further skipped records are only counted");
    }
  }

  /// The number of skipped records.
  public long skipped() {
    return skipped;
  }
}
