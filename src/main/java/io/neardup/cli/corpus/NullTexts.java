package io.neardup.cli.corpus;

import io.neardup.cli.files.RecordBatch;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;

/// What becomes of records whose text is null or missing.
public enum NullTexts {
  /// They cannot be read.
  REFUSE,

  /// Their text is empty: they are near-duplicates of nothing, and kept.
  KEEP,

  /// They are left out, as are those with a text of white space, and those that are kept but not
  /// compared.
  DROP;

  /// Reads a record.
  public RecordFields read(RecordBatch batch, int index) throws RecordFault {
    RecordFields fields;
    try {
      fields = batch.read(index);
    } catch (RecordFault fault) {
      if (this == KEEP && fault.isOfNull()) {
        return new RecordFields(fault.id(), "");
      }
      throw this == DROP && fault.isOfKept()
          ? RecordFault.ofNull(String.valueOf(fault.getMessage()), fault.id())
          : fault;
    }
    if (this == DROP && fields.text().isBlank()) {
      throw RecordFault.ofNull("has an empty text", fields.id());
    }
    return fields;
  }
}
