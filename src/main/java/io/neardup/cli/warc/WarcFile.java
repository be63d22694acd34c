package io.neardup.cli.warc;

import io.neardup.cli.files.Compression;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.records.GzipStream;
import io.neardup.records.RecordEnds;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/// The records of a WARC file, one after the other, and where they are. Not thread-safe.
final class WarcFile implements AutoCloseable {

  private static final int MAX_HEADER_BYTES = 1 << 20;

  private final String name;
  private final CountedStream in;
  private final @Nullable FileChannel file;
  private final Compression compression;
  private final WarcReader reader;

  /// Where members of gzip begin in the file, and the last one ends, by the places in the
  /// decompressed file. Those before the present record are forgotten.
  private final TreeMap<Long, Long> members = new TreeMap<>();

  private @Nullable WarcRecord record;
  private long number;
  private boolean isOdd; // after the record is not what should be there

  private WarcFile(String name, InputStream in, @Nullable FileChannel file) throws IOException {
    this.name = name;
    this.in = new CountedStream(in);
    this.file = file;
    this.compression = Compression.of(in);
    if (in instanceof GzipStream gzip) {
      gzip.onMember((position, decompressed) -> members.put(decompressed, position));
    }
    this.reader = new WarcReader(this.in);
    reader.setLenient(true);
    reader.onWarning(_ -> isOdd = true);
  }

  static WarcFile open(InputFile file) throws IOException {
    return file.open((in, channel) -> new WarcFile(file.name(), in, channel));
  }

  /// The next record, null after the last one.
  ///
  /// @throws FileFailure if the file is damaged, or ends within a record
  @Nullable WarcRecord next() {
    if (number > 0 && record == null) {
      return null;
    }
    try {
      if (record != null) {
        record.body().consume();
      }
      members.headMap(reader.position()).clear();
      isOdd = false;
      in.mayRead(MAX_HEADER_BYTES);
      record = reader.next().orElse(null);
      in.mayRead(Long.MAX_VALUE);
      if (record == null && isOdd) {
        throw new EOFException();
      }
      if (reader.position() > in.count || record != null && record.body().size() < 0) {
        throw new IOException("it has no valid length");
      }
      number++;
      return record;
    } catch (IOException | RuntimeException e) {
      throw new FileFailure(
          name
              + ": the record that begins at byte "
              + members.getOrDefault(reader.position(), reader.position())
              + " cannot be read: "
              + (e instanceof EOFException ? "the file ends within it" : e.getMessage())
              + "; the file is damaged or not complete",
          e);
    }
  }

  /// The number of the record in the file, from 1.
  long number() {
    return number;
  }

  /// Where the record begins in the decompressed file; after the last one, where that ends.
  long position() {
    return reader.position();
  }

  /// Where that is on disk. -1 if the file is compressed, and no member of gzip begins there.
  long onDisk() {
    return compression == Compression.NONE ? position() : members.getOrDefault(position(), -1L);
  }

  /// How the file is compressed.
  Compression compression() {
    return compression;
  }

  /// The number of bytes read, as they are on disk.
  long bytesRead() throws IOException {
    return file == null ? 0 : file.position();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /// Counts bytes, and limits the length of headers.
  private static final class CountedStream extends FilterInputStream {

    private long count;
    private long most = Long.MAX_VALUE;

    CountedStream(InputStream in) {
      super(in);
    }

    void mayRead(long bytes) {
      most = bytes == Long.MAX_VALUE ? bytes : count + bytes;
    }

    /// Refuses a file whose first line ends with LF alone.
    private void requireReturns(byte[] bytes, int offset, int read) throws IOException {
      int feed = count > 0 ? -1 : RecordEnds.LINES.find(bytes, offset, offset + read, false);
      if (feed > offset && bytes[feed - 1] != '\r') {
        throw new IOException("its lines end with LF alone; lines of WARC end with CR LF");
      }
    }

    /// None, so that no more is read at once than one member of gzip.
    @Override
    public int available() {
      return 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (count > most) {
        throw new IOException("its header has more than " + (MAX_HEADER_BYTES >> 20) + " MB");
      }
      int read = in.read(bytes, offset, length);
      requireReturns(bytes, offset, read);
      count += Math.max(0, read);
      return read;
    }
  }
}
