package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.records.RecordFault;
import java.util.function.Consumer;

/// What happens to records that cannot be read: they are reported, and skipped or the end of the
/// command. Not thread-safe.
public final class Skipping implements FaultReader {

  private static final int SHOWN = 20;

  private final boolean stop;
  private final NullTexts nulls;
  private final Consumer<String> notes;
  private final FaultReader rejects;
  private long skipped;
  private long dropped;
  private long kept; // and not compared

  /// @param stop whether the first such record ends the command
  /// @param nulls whether records without a text are dropped
  /// @param notes receives the first 20 of them
  /// @param rejects receives all that are skipped, and those that are kept and not compared
  public Skipping(boolean stop, NullTexts nulls, Consumer<String> notes, FaultReader rejects) {
    this.stop = stop;
    this.nulls = nulls;
    this.notes = notes;
    this.rejects = rejects;
  }

  /// Reports a record.
  ///
  /// @throws FileFailure if the command ends
  @Override
  public void fault(String file, long line, RecordFault fault) {
    if (fault.isOfNull() && nulls == NullTexts.DROP) {
      dropped++;
      return;
    }
    String place = fault.at(file, line);
    if (fault.isOfKept()) {
      rejects.fault(file, line, fault);
      note(++kept, "kept and not compared: ", place);
      return;
    }
    if (stop || fault.isOfTaken()) {
      throw new FileFailure(
          place
              + (fault.isOfNull()
                  ? "; --null keep or --null drop decides about such records"
                  : fault.isOfTaken() ? "" : "; --on-error skip leaves such records out"),
          fault);
    }
    rejects.fault(file, line, fault);
    note(++skipped, "skipped ", place);
  }

  private void note(long count, String what, String place) {
    if (count <= SHOWN) {
      notes.accept(what + place);
    } else if (count == SHOWN + 1) {
      notes.accept("further such records are only counted");
    }
  }

  /// Goes on after a run that has read the records.
  ///
  /// @param unreadable the number of those that it skipped
  /// @param withoutText the number of those that it dropped, as they have no text
  /// @param notCompared the number of those that it kept, and did not compare
  void goOn(long unreadable, long withoutText, long notCompared) {
    skipped += unreadable;
    dropped += withoutText;
    kept += notCompared;
  }

  /// The number of records that are left out because they cannot be read.
  public long skipped() {
    return skipped;
  }

  /// The number of records that are dropped because they have no text.
  public long dropped() {
    return dropped;
  }

  /// The number of records that are kept and not compared, as their texts cannot be read.
  public long notCompared() {
    return kept;
  }
}
