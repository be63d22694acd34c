package io.neardup.records;

import java.nio.charset.StandardCharsets;

/// Parses the fields of a record of a text format. Thread-safe.
public interface FieldReader {

  /// The maximum length of a record that is read, in bytes.
  int MAX_RECORD_BYTES = 64 << 20;

  /// Parses a record.
  ///
  /// @param from the first byte of the record
  /// @param to the end of the record, without its line feed
  /// @throws RecordFault if it cannot be read
  RecordFields read(byte[] bytes, int from, int to) throws RecordFault;

  /// Finds the text of a record that can be read, with its quotes.
  ///
  /// @return the first byte and the end
  /// @throws RecordFault if it cannot be read
  int[] textRange(byte[] bytes, int from, int to) throws RecordFault;

  /// The form of a text in a record.
  ///
  /// @param text part of the text that was read
  /// @param before the form of that text
  String encode(String text, String before);

  /// A record with another text; all other bytes remain.
  ///
  /// @param text part of the text that was read
  /// @throws RecordFault if the record cannot be read
  default byte[] replaceText(byte[] bytes, int from, int to, String text) throws RecordFault {
    int[] range = textRange(bytes, from, to);
    String before = new String(bytes, range[0], range[1] - range[0], StandardCharsets.UTF_8);
    byte[] encoded = encode(text, before).getBytes(StandardCharsets.UTF_8);
    byte[] replaced = new byte[to - from - (range[1] - range[0]) + encoded.length];
    System.arraycopy(bytes, from, replaced, 0, range[0] - from);
    System.arraycopy(encoded, 0, replaced, range[0] - from, encoded.length);
    System.arraycopy(bytes, range[1], replaced, range[0] - from + encoded.length, to - range[1]);
    return replaced;
  }
}
