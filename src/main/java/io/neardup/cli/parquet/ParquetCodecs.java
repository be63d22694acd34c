package io.neardup.cli.parquet;

import io.neardup.cli.files.FileFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// The codecs of Parquet that need no Hadoop: none, Snappy, zstd, LZ4 (raw), and gzip, which
/// Parquet itself takes from Hadoop. Pages of more than 256 MB are refused.
final class ParquetCodecs implements CompressionCodecFactory {

  private static final int MAX_PAGE_BYTES = 256 << 20;
  private static final int PAGE_BYTES = 1 << 20;

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
    return codec == CompressionCodecName.GZIP ? new GzipCompressor() : others.getCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new Limited(
        codec == CompressionCodecName.GZIP
            ? new GzipDecompressor()
            : others.getDecompressor(codec));
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

  private static final class GzipCompressor implements BytesInputCompressor {

    @Override
    public BytesInput compress(BytesInput page) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
        page.writeAllTo(out);
      }
      return BytesInput.from(compressed.toByteArray());
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.GZIP;
    }

    @Override
    public void release() {
      // holds nothing
    }
  }

  private static final class GzipDecompressor implements BytesInputDecompressor {

    @Override
    public BytesInput decompress(BytesInput page, int size) throws IOException {
      return BytesInput.from(decompress(page.toInputStream(), size));
    }

    @Override
    public void decompress(ByteBuffer page, int length, ByteBuffer out, int size)
        throws IOException {
      ByteBuffer compressed = page.duplicate().limit(page.position() + length);
      out.put(decompress(ByteBufferInputStream.wrap(compressed), size));
      page.position(page.position() + length);
    }

    private static byte[] decompress(InputStream page, int size) throws IOException {
      try (GZIPInputStream in = new GZIPInputStream(page)) {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
          throw new IOException("a page ends too early");
        }
        return bytes;
      }
    }

    @Override
    public void release() {
      // holds nothing
    }
  }
}
