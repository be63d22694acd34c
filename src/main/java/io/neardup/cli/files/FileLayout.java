package io.neardup.cli.files;

import io.neardup.records.DelimitedFields;
import io.neardup.records.RecordEnds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the records of a file are written.
///
/// @param format of the records
/// @param encoding of the text
/// @param delimiter between the fields of CSV
/// @param array whether the objects of JSON are the elements of an array
/// @param returns whether lines end with CR alone
public record FileLayout(
    RecordFormat format, Charset encoding, char delimiter, boolean array, boolean returns) {

  /// The number of bytes by which layouts are recognised.
  public static final int SAMPLE_BYTES = 1 << 18;

  private static final char COMMA = ',';

  /// What is known about the layout of files.
  ///
  /// @param format null to recognise it by the names and first bytes of files
  /// @param encoding null to recognise it
  /// @param delimiter of CSV, null to recognise it
  public record Requested(
      @Nullable RecordFormat format, @Nullable Charset encoding, @Nullable Character delimiter) {}

  /// Recognises the layout of a file.
  ///
  /// @param name of the file
  /// @param in the file, decompressed, of which up to [#SAMPLE_BYTES] are read, or up to the first
  ///   line feed if they have none but carriage returns
  /// @throws FileFailure if its format is not known, or does not fit what is requested
  static FileLayout of(String name, InputStream in, Requested requested) throws IOException {
    RecordFormat format = requested.format;
    if (format == null) {
      format = RecordFormat.ofFile(name).orElse(null);
    }
    byte[] first = format != null && format.isBinary() ? new byte[0] : in.readNBytes(SAMPLE_BYTES);
    if (format == null) {
      String begin = new String(first, StandardCharsets.ISO_8859_1);
      format =
          begin.startsWith("WARC/")
              ? RecordFormat.WARC
              : begin.startsWith("PAR1") ? RecordFormat.PARQUET : null;
      first = format == null ? first : new byte[0];
    }
    Encodings.requireText(name, first, requested.encoding);
    Charset encoding = requested.encoding == null ? Encodings.of(first) : requested.encoding;
    String decoded = new String(first, encoding);
    String text = decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    if (format == null) {
      format = recognised(name, text);
    }
    if (format.isBinary() && requested.encoding != null) {
      throw new FileFailure(name + ": is " + format + ", which needs no --encoding");
    }
    if (format != RecordFormat.CSV && requested.delimiter != null) {
      throw new FileFailure(name + ": is " + format + "; --delimiter is for csv");
    }
    boolean array = format == RecordFormat.JSONL && text.stripLeading().startsWith("[");
    return new FileLayout(
        format,
        encoding,
        requested.delimiter != null
            ? requested.delimiter
            : format == RecordFormat.CSV ? Delimiter.of(text, first.length < SAMPLE_BYTES) : COMMA,
        array,
        !array
            && text.indexOf('\r') >= 0
            && text.indexOf('\n') < 0
            && (format.hasHeader() || !hasFeed(first, in, encoding)));
  }

  /// Whether a text has a line feed.
  private static boolean hasFeed(byte[] first, InputStream rest, Charset encoding)
      throws IOException {
    InputStream text =
        decoded(new SequenceInputStream(new ByteArrayInputStream(first), rest), encoding);
    byte[] chunk = new byte[1 << 16];
    for (int count = text.read(chunk); count >= 0; count = text.read(chunk)) {
      if (RecordEnds.LINES.find(chunk, 0, count, false) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static InputStream decoded(InputStream in, Charset encoding) {
    return encoding.equals(StandardCharsets.UTF_8) ? in : new Utf8Stream(in, encoding);
  }

  private static RecordFormat recognised(String name, String text) {
    String begin = text.stripLeading();
    if (begin.startsWith("{") || begin.startsWith("[")) {
      return RecordFormat.JSONL;
    }
    throw new FileFailure(
        name + ": its format is not known; name it by --input-format, such as csv or lines");
  }

  /// The text as UTF-8, the elements of an array as JSON lines.
  ///
  /// @param in the file, decompressed
  InputStream normalised(InputStream in) {
    InputStream text = decoded(in, encoding);
    return array ? new ArrayElements(text) : text;
  }

  /// What is unusual about it, such as "in windows-1252, with ';' between fields"; empty if nothing
  /// is.
  public String unusual() {
    List<String> parts = guesses();
    if (array) {
      parts.add("as a JSON array");
    }
    return String.join(", ", parts);
  }

  private List<String> guesses() {
    List<String> parts = new ArrayList<>();
    if (!encoding.equals(StandardCharsets.UTF_8)) {
      parts.add("in " + encoding + " (--encoding)");
    }
    if (delimiter != COMMA) {
      parts.add("with " + DelimitedFields.shown(delimiter) + " between fields (--delimiter)");
    }
    if (returns) {
      parts.add("with CR at the ends of lines");
    }
    return parts;
  }

  /// What to add to a fault: how the file is read, as that may be the cause; empty if it is UTF-8
  /// without anything unusual.
  public String asRead() {
    return guesses().isEmpty() ? "" : "; the file is read " + String.join(", ", guesses());
  }
}
