package io.neardup.cli.files;

import com.github.luben.zstd.ZstdOutputStream;
import io.neardup.records.GzipStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/// Compression of whole files.
public enum Compression {
  /// As it is.
  NONE("", 0),

  /// RFC 1952, also of several members.
  GZIP(".gz", 2),

  /// RFC 8878, also of several frames.
  ZSTD(".zst", 4);

  private static final int BUFFER = 1 << 16;

  /// The first bytes in hex: of a frame, or of one that is skipped, as pzstd writes it.
  private static final Pattern ZSTD_FRAME = Pattern.compile("28b52ffd|5.2a4d18");

  private static final int FIRST_BYTES = 1 << 10;

  /// The first bytes of other compressed files, in hex.
  private static final Map<String, String> UNSUPPORTED = new LinkedHashMap<>();

  /// The extensions of others.
  private static final Map<String, String> EXTENSIONS =
      Map.of(
          ".xz", "xz", ".bz2", "bzip2", ".7z", "7-Zip", ".zip", "zip", ".lz4", "LZ4", ".br",
          "Brotli", ".lzma", "LZMA", ".rar", "RAR");

  static {
    UNSUPPORTED.put("fd377a585a00", "xz");
    UNSUPPORTED.put("377abcaf271c", "7-Zip");
    UNSUPPORTED.put("504b0304", "zip");
    UNSUPPORTED.put("504b0506", "zip");
    UNSUPPORTED.put("526172211a07", "RAR");
    UNSUPPORTED.put("04224d18", "LZ4");
    UNSUPPORTED.put("4c5a4950", "lzip");
    UNSUPPORTED.put("1f9d", "compress");
    UNSUPPORTED.put("ff060000734e61507059", "Snappy");
    for (int level = 1; level <= 9; level++) { // BZh, the level, and the first block or the end
      UNSUPPORTED.put("425a683" + level + "314159265359", "bzip2");
      UNSUPPORTED.put("425a683" + level + "177245385090", "bzip2");
    }
  }

  private final String extension;
  private final int magicBytes; // with which a file begins

  Compression(String extension, int magicBytes) {
    this.extension = extension;
    this.magicBytes = magicBytes;
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
  /// @param name of the file
  /// @param warnings receives a sentence about bytes that are not read
  /// @throws FileFailure if it is compressed in another way
  /// @throws IOException if it is damaged, also from reads
  public static InputStream decompress(String name, InputStream in, Consumer<String> warnings)
      throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    buffered.mark(FIRST_BYTES);
    byte[] first = buffered.readNBytes(FIRST_BYTES);
    buffered.reset();
    if (GzipStream.isGzip(first)) {
      return new GzipStream(
          buffered,
          (position, count) ->
              warnings.accept(
                  name
                      + ": "
                      + count
                      + " bytes after the end of gzip, from byte "
                      + position
                      + " on, are not read"));
    }
    String hex = HexFormat.of().formatHex(first);
    if (ZSTD_FRAME.matcher(hex).lookingAt()) {
      return new ZstdStream(buffered);
    }
    if (first.length > 0 && first.length < ofFile(name).magicBytes) {
      throw new EOFException();
    }
    for (Map.Entry<String, String> other : UNSUPPORTED.entrySet()) {
      if (hex.startsWith(other.getKey())) {
        throw unsupported(name, other.getValue());
      }
    }
    if (ofOther(name).equals("Brotli")) { // has no magic
      throw unsupported(name, "Brotli");
    }
    FileFailure.require(
        ofFile(name) == NONE || Encodings.isText(first),
        name,
        "is not compressed as its name shows, and is no text; is it damaged?");
    return buffered;
  }

  /// The unsupported compression that an extension names, empty if it names none.
  private static String ofOther(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return EXTENSIONS.getOrDefault(lower.substring(Math.max(0, lower.lastIndexOf('.'))), "");
  }

  private static FileFailure unsupported(String name, String compression) {
    return new FileFailure(
        name
            + ": is compressed by "
            + compression
            + ", which is not supported; decompress it, or use gzip or zstd");
  }

  /// Checks that an output is not named like a file of an unsupported compression.
  ///
  /// @throws FileFailure if it is
  static void requireSupported(String output) {
    String other = ofOther(output);
    FileFailure.require(
        other.isEmpty(),
        output,
        "outputs are not compressed by " + other + "; name it .gz or .zst, or without extension");
  }

  /// How a stream of [#decompress] was compressed.
  public static Compression of(InputStream decompressed) {
    return switch (decompressed) {
      case GzipStream _ -> GZIP;
      case ZstdStream _ -> ZSTD;
      default -> NONE;
    };
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
