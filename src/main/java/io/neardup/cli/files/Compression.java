package io.neardup.cli.files;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Compression of whole files.
public enum Compression {
  /// As it is.
  NONE(""),

  /// RFC 1952, also of several members.
  GZIP(".gz"),

  /// RFC 8878, also of several frames.
  ZSTD(".zst");

  private static final int BUFFER = 1 << 16;
  private static final byte[] GZIP_MAGIC = {0x1F, (byte) 0x8B};
  private static final byte[] ZSTD_MAGIC = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

  private final String extension;

  Compression(String extension) {
    this.extension = extension;
  }

  /// The compression by the extension of a file.
  public static Compression ofFile(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(GZIP.extension) ? GZIP : lower.endsWith(ZSTD.extension) ? ZSTD : NONE;
  }

  /// The name of a file in lower case, without the extension of its compression.
  public static String plainName(String name) {
    int end = name.length() - ofFile(name).extension.length();
    return name.substring(0, end).toLowerCase(Locale.ROOT);
  }

  /// Decompresses a stream whose first bytes show that it is compressed; others are read as they
  /// are. Memory is limited: windows of zstd of up to 128 MB.
  ///
  /// @throws IOException if it is damaged, also from reads
  public static InputStream decompress(InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    buffered.mark(ZSTD_MAGIC.length);
    byte[] first = buffered.readNBytes(ZSTD_MAGIC.length);
    buffered.reset();
    if (begins(first, GZIP_MAGIC)) {
      return new GZIPInputStream(buffered, BUFFER);
    }
    return begins(first, ZSTD_MAGIC) ? new ZstdInputStream(buffered) : buffered;
  }

  private static boolean begins(byte[] bytes, byte[] magic) {
    return bytes.length >= magic.length
        && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
  }

  /// Compresses a stream.
  public OutputStream compress(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> new ZstdOutputStream(out);
    };
  }
}
