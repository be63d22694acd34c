package io.neardup.cli.parquet;

import io.neardup.cli.files.FileFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;

/// The footer of a file as it is on disk. The library reads some types as others, such as intervals
/// as nulls, and adds key-values of its own.
///
/// @param start its first byte
/// @param content with the schema and the key-values
record Footer(long start, FileMetaData content) {

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL_BYTES = 8; // the length of the footer, and the magic bytes

  /// Reads the footer of a file.
  ///
  /// @param name for messages
  /// @throws FileFailure if the file is not Parquet, or has columns that cannot be copied
  static Footer read(String name, Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      byte[] head = bytes(channel, 0, (int) Math.min(size, MAGIC.length));
      FileFailure.require(
          !Arrays.equals(head, ENCRYPTED), name, "is encrypted, which is not supported");
      FileFailure.require(Arrays.equals(head, MAGIC), name, "is not a Parquet file");
      long end = size - TAIL_BYTES;
      ByteBuffer tail =
          ByteBuffer.wrap(bytes(channel, Math.max(0, end), TAIL_BYTES))
              .order(ByteOrder.LITTLE_ENDIAN);
      int length = tail.remaining() < TAIL_BYTES ? -1 : tail.getInt();
      FileFailure.require(
          length >= 0
              && length <= end - MAGIC.length
              && tail.slice().equals(ByteBuffer.wrap(MAGIC)),
          name,
          "does not end like a Parquet file; it is not complete, or damaged");
      byte[] footer = bytes(channel, end - length, length);
      FileMetaData content = Util.readFileMetaData(new ByteArrayInputStream(footer));
      requireSchema(name, Objects.requireNonNull(content.getSchema()));
      return new Footer(end - length, content);
    }
  }

  private static byte[] bytes(FileChannel channel, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {
      // reads on
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static void requireSchema(String name, List<SchemaElement> schema) {
    requireDistinct(name, schema, 0, "");
    for (SchemaElement element : schema) {
      FileFailure.require(
          !element.isSetLogicalType()
              || Objects.requireNonNull(element.getLogicalType()).getSetField() != null,
          name,
          "column '" + element.getName() + "' has a type that is not supported");
    }
  }

  /// Requires that the columns of a group differ in their names, by which they are read.
  ///
  /// @return the index after the group
  private static int requireDistinct(
      String name, List<SchemaElement> schema, int group, String path) {
    Set<String> names = new HashSet<>();
    int at = group + 1;
    for (int i = 0; i < schema.get(group).getNum_children(); i++) {
      SchemaElement column = schema.get(at);
      String full = path + column.getName();
      FileFailure.require(
          names.add(column.getName()), name, "has two columns '" + full + "'; rename one of them");
      at = requireDistinct(name, schema, at, full + ".");
    }
    return at;
  }

  /// This footer without some keys of its key-values.
  Footer without(Set<String> keys) {
    FileMetaData copy = content.deepCopy();
    if (copy.isSetKey_value_metadata()) {
      Objects.requireNonNull(copy.getKey_value_metadata())
          .removeIf(each -> keys.contains(each.getKey()));
    }
    return new Footer(start, copy);
  }

  /// Gives a file that was written the schema and the key-values of this footer. The columns are
  /// the same, but for some at the end.
  ///
  /// @param added the number of further columns, of single values
  void restore(String name, Path written, int added) throws IOException {
    Footer own = read(name, written);
    FileMetaData changed = own.content;
    List<SchemaElement> schema = new ArrayList<>(Objects.requireNonNull(content.getSchema()));
    List<SchemaElement> all = Objects.requireNonNull(changed.getSchema());
    SchemaElement root = schema.getFirst().deepCopy();
    schema.set(0, root.setNum_children(root.getNum_children() + added));
    schema.addAll(all.subList(all.size() - added, all.size()));
    changed.setSchema(schema);
    if (content.isSetKey_value_metadata()) {
      changed.setKey_value_metadata(content.getKey_value_metadata());
    } else {
      changed.unsetKey_value_metadata();
    }
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    Util.writeFileMetaData(changed, footer);
    int length = footer.size();
    footer.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
    footer.write(MAGIC);
    try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
      channel.truncate(own.start).position(own.start);
      ByteBuffer rest = ByteBuffer.wrap(footer.toByteArray());
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }
}
