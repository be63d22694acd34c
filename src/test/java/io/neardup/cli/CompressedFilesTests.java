package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Compressed files are read whole, or refused.
class CompressedFilesTests extends FilesTest {

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }

  private static byte[] zstd(String text) {
    return Zstd.compress(text.getBytes(StandardCharsets.UTF_8));
  }

  private Path write(String name, byte[]... parts) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return Files.write(folder.resolve(name), all.toByteArray());
  }

  private Run dedupe(Path in) {
    return Run.of("dedupe", in, "-q", "-o", folder.resolve("out.txt"), "--force");
  }

  private void requireRefused(Path in, String message) throws IOException {
    assertThat(dedupe(in).require(1).err()).isEqualTo("neardup: " + in + ": " + message + "\n");
    assertThat(folder.resolve("out.txt")).doesNotExist();
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  @Test
  void laterMembersOfGzipThatAreDamagedAreErrors() throws IOException {
    byte[] first = gzip("one two three\n");
    byte[] second = gzip("four five six\n");
    String place = "is damaged: at byte " + first.length;
    byte[] magic = second.clone();
    magic[0]--;
    requireRefused(
        write("in.txt.gz", first, magic),
        place + ", where a member of gzip should begin, is 1e 8b 08");
    byte[] method = second.clone();
    method[2]++;
    requireRefused(
        write("in.txt.gz", first, method, first),
        place + ", where a member of gzip should begin, is 1f 8b 09");
    requireRefused(
        write("in.txt.gz", first, Arrays.copyOf(second, 5)),
        "ends too early; the file is not complete");
    dedupe(write("in.txt.gz", first, second, new byte[100])).require(0);
    assertThat(folder.resolve("out.txt")).hasContent("one two three\nfour five six\n");
  }

  @Test
  void filesThatEndBeforeTheirCompressionBeginsAreErrors() throws IOException {
    byte[] packed = gzip("one two three\n");
    for (int length = 1; length < 3; length++) {
      requireRefused(
          write("in.txt.gz", Arrays.copyOf(packed, length)),
          "ends too early; the file is not complete");
    }
    requireRefused(
        write("in.txt.zst", new byte[] {0x28}), "ends too early; the file is not complete");
  }

  @Test
  void otherBytesAfterGzipAreReportedOnce() throws IOException {
    byte[] packed = gzip("one two three\n");
    Path in = write("in.txt.gz", packed, "signature".getBytes(StandardCharsets.UTF_8));
    assertThat(Run.of("dedupe", in, "-o", "-").require(0).err())
        .containsOnlyOnce(
            "warning: "
                + in
                + ": 9 bytes after the end of gzip, from byte "
                + packed.length
                + " on, are not read\n");
  }

  @Test
  void laterFramesOfZstdThatAreDamagedAreErrors() throws IOException {
    byte[] first = zstd("one two three\n");
    byte[] second = zstd("four five six\n");
    dedupe(write("in.txt.zst", first, second)).require(0);
    assertThat(folder.resolve("out.txt")).hasContent("one two three\nfour five six\n");
    for (int size : new int[] {1 << 17, 1 << 18, 300_000}) { // as the buffers, and others
      String large = ("x".repeat(99) + "\n").repeat(size / 100 + 1).substring(0, size - 1) + "\n";
      dedupe(write("in.txt.zst", zstd(large), zstd("four\n"))).require(0);
    }
    Files.delete(folder.resolve("out.txt"));
    for (int length = 1; length < second.length; length++) {
      Path in = write("in.txt.zst", first, Arrays.copyOf(second, length));
      assertThat(dedupe(in).require(1).err())
          .as("%s bytes", length)
          .isEqualTo("neardup: " + in + ": ends too early; the file is not complete\n");
    }
    for (int at = 0; at < 4; at++) {
      byte[] damaged = second.clone();
      damaged[at] ^= 1;
      Path in = write("in.txt.zst", first, damaged);
      assertThat(dedupe(in).require(1).err()).startsWith("neardup: " + in + ": is damaged: ");
    }
    assertThat(folder.resolve("out.txt")).doesNotExist();
  }

  /// As pzstd writes them.
  @Test
  void framesOfZstdThatAreSkippedMayComeFirst() throws IOException {
    byte[] skipped = HexFormat.of().parseHex("502a4d18" + "04000000" + "01020304");
    byte[] other = skipped.clone();
    other[0] = 0x5f;
    Path in = write("in.txt.zst", skipped, zstd("one\n"), other, skipped, zstd("two\n"), other);
    dedupe(in).require(0);
    assertThat(folder.resolve("out.txt")).hasContent("one\ntwo\n");
    dedupe(write("in.txt", other, zstd("one\n"))).require(0);
    assertThat(folder.resolve("out.txt")).hasContent("one\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"in.txt.gz", "in.txt.zst"})
  void namesOfCompressedFilesAreOfThemOrOfTexts(String name) throws IOException {
    Path in = write(name, new byte[] {7, 1, 2, 3, 'a', 'b'});
    for (String options : List.of("", " --encoding ISO-8859-1")) {
      assertThat(Run.line("dedupe --dry-run " + in + options).require(1).err())
          .isEqualTo(
              "neardup: "
                  + in
                  + ": is not compressed as its name shows, and is no text; is it"
                  + " damaged?\n");
    }
    dedupe(write(name, "plain\n".getBytes(StandardCharsets.UTF_8))).require(0);
    assertThat(folder.resolve("out.txt")).hasContent("plain\n");
  }

  @ParameterizedTest
  @CsvSource({
    "in.jsonl.xz, fd377a585a000004, xz",
    "in.jsonl, fd377a585a000004, xz",
    "in.bz2, 425a6839314159265359, bzip2",
    "in.7z, 377abcaf271c0004, 7-Zip",
    "in.zip, 504b030414000000, zip",
    "in.lz4, 04224d1864404000, LZ4",
    "in.jsonl.br, 8b0f8054657874, Brotli",
  })
  void otherCompressionsAreNamed(String name, String bytes, String compression) throws IOException {
    Path in = write(name, HexFormat.of().parseHex(bytes), new byte[20]);
    String message =
        "is compressed by "
            + compression
            + ", which is not supported; decompress it, or use gzip or zstd";
    requireRefused(in, message);
    assertThat(Run.of("pairs", in, "--input-format", "jsonl").require(1).err()).contains(message);
    assertThat(Run.of("compare", in, in).require(1).err()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ustar\0" + "00", "ustar  \0"})
  void tarArchivesAreNamed(String magic) throws IOException {
    String tar = "in.txt" + "\0".repeat(94) + "0000644\0".repeat(19) + "\0\0\0\0\0" + magic;
    String content = "one two three\n".repeat(1_000);
    String message = "is a tar archive; unpack it, and read the files that it has";
    requireRefused(write("in.txt", (tar + content).getBytes(StandardCharsets.UTF_8)), message);
    Path packed = write("in.tar.gz", gzip(tar + content));
    requireRefused(packed, message);
    for (String command : List.of("dedupe --dry-run --input-format lines", "compare " + packed)) {
      String line = command + " " + packed + " --encoding UTF-8";
      assertThat(Run.of((Object[]) line.split(" ")).require(1).err()).contains(message);
    }
    dedupe(write("text.txt", tar.replace('\0', ' ').getBytes(StandardCharsets.UTF_8))).require(0);
  }

  @Test
  void textsThatBeginLikeOtherCompressionsAreTexts() throws IOException {
    Path in = write("in.txt", "BZh is how some files begin\n");
    dedupe(in).require(0);
    assertThat(folder.resolve("out.txt")).hasSameTextualContentAs(in);
  }

  @Test
  void outputsHaveNoNameOfAnotherCompression() throws IOException {
    Path in = write("in.txt", "one two three\n");
    Path out = folder.resolve("out.txt.xz");
    assertThat(Run.of("dedupe", in, "-o", out).require(1).err())
        .isEqualTo(
            "neardup: "
                + out
                + ": outputs are not compressed by xz; name it .gz or .zst, or without"
                + " extension\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void comparedTextsAreDecompressed() throws IOException {
    Path plain = write("a.txt", "one two three\n");
    Path packed = write("b.txt.gz", gzip("one two three\n"));
    assertThat(Run.of("compare", plain, packed).require(0).out()).contains("\"distance\": 0");
  }
}
