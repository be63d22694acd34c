package io.neardup.cli.parquet;

import io.neardup.cli.files.FileFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// The codecs of Parquet that need no Hadoop: none, zstd, gzip, which Parquet itself takes from
/// Hadoop, Snappy and LZ4 (raw), for which it uses methods of which Java warns. Pages of more than
/// 256 MB are refused.
final class ParquetCodecs implements CompressionCodecFactory {

  private static final int MAX_PAGE_BYTES = 256 << 20;
  private static final int PAGE_BYTES = 1 << 20;
  private static final LZ4Factory LZ4 = LZ4Factory.safeInstance();

  private final CodecFactory others = new CodecFactory(new PlainParquetConfiguration(), PAGE_BYTES);

  /// Checks that a codec is supported.
  ///
  /// @throws FileFailure if it is not
  static void require(String file, CompressionCodecName codec) {
    switch (codec) {
      case UNCOMPRESSED, SNAPPY, ZSTD, LZ4_RAW, GZIP -> {}
      default ->
          throw new FileFailure(
              file
                  + ": is compressed by "
                  + codec
                  + ", which is not supported; write it with zstd, snappy, lz4_raw or gzip");
    }
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return isOwn(codec) ? new Own(codec) : others.getCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new Limited(isOwn(codec) ? new Own(codec) : others.getDecompressor(codec));
  }

  private static boolean isOwn(CompressionCodecName codec) {
    return switch (codec) {
      case GZIP, SNAPPY, LZ4_RAW -> true;
      default -> false;
    };
  }

  @Override
  public void release() {
    others.release();
  }

  private record Limited(BytesInputDecompressor codec) implements BytesInputDecompressor {

    @Override
    public BytesInput decompress(BytesInput page, int size) throws IOException {
      require(size);
      return codec.decompress(page, size);
    }

    @Override
    public void decompress(ByteBuffer page, int length, ByteBuffer out, int size)
        throws IOException {
      require(size);
      codec.decompress(page, length, out, size);
    }

    private static void require(int size) throws IOException {
      if (size < 0 || size > MAX_PAGE_BYTES) {
        throw new IOException(
            "a page has " + size + " bytes, more than " + (MAX_PAGE_BYTES >> 20) + " MB");
      }
    }

    @Override
    public void release() {
      codec.release();
    }
  }

  /// A codec that needs no Hadoop, and no access to memory of which Java warns.
  private record Own(CompressionCodecName codec)
      implements BytesInputCompressor, BytesInputDecompressor {

    private static byte[] bytes(BytesInput page) throws IOException {
      return page.toInputStream().readAllBytes();
    }

    @Override
    public BytesInput compress(BytesInput page) throws IOException {
      byte[] bytes = bytes(page);
      return BytesInput.from(
          switch (codec) {
            case SNAPPY -> Snappy.compress(bytes);
            case LZ4_RAW -> LZ4.fastCompressor().compress(bytes);
            default -> gzip(bytes);
          });
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
        out.write(bytes);
      }
      return compressed.toByteArray();
    }

    @Override
    public BytesInput decompress(BytesInput page, int size) throws IOException {
      return BytesInput.from(decompress(bytes(page), size));
    }

    @Override
    public void decompress(ByteBuffer page, int length, ByteBuffer out, int size)
        throws IOException {
      byte[] compressed = new byte[length];
      page.get(compressed);
      out.put(decompress(compressed, size));
    }

    private byte[] decompress(byte[] page, int size) throws IOException {
      byte[] bytes = new byte[size];
      int count =
          switch (codec) {
            case SNAPPY -> snappy(page, bytes);
            case LZ4_RAW -> LZ4.safeDecompressor().decompress(page, 0, page.length, bytes, 0, size);
            default -> gunzip(page, bytes);
          };
      if (count < size) {
        throw new IOException("a page ends too early");
      }
      return bytes;
    }

    private static int gunzip(byte[] page, byte[] to) throws IOException {
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(page))) {
        return in.readNBytes(to, 0, to.length);
      }
    }

    private static int snappy(byte[] page, byte[] to) throws IOException {
      if (Snappy.uncompressedLength(page) > to.length) {
        throw new IOException("a page is longer than its header says");
      }
      return Snappy.uncompress(page, 0, page.length, to, 0);
    }

    @Override
    public CompressionCodecName getCodecName() {
      return codec;
    }

    @Override
    public void release() {
      // holds nothing
    }
  }
}
