package io.neardup.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class GzipStreamTests {

  private static final byte[] TWO = concat(member("one\n"), member("two\n"));

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] member(String text) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(ascii(text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return packed.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static String unpacked(byte[] gzip) throws IOException {
    try (GzipStream in = new GzipStream(new ByteArrayInputStream(gzip), null)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(in.compressedBytes()).isEqualTo(gzip.length);
      assertThat(in.read()).isEqualTo(-1);
      return text;
    }
  }

  @Test
  void readsAllMembers() throws IOException {
    assertThat(unpacked(new byte[0])).isEmpty();
    assertThat(unpacked(member(""))).isEmpty();
    assertThat(unpacked(TWO)).isEqualTo("one\ntwo\n");
    String large = "0123456789".repeat(100_000);
    assertThat(unpacked(concat(member(large), member("x"), member(large))))
        .isEqualTo(large + "x" + large);
  }

  @Test
  void zerosBetweenAndAfterMembersAreSkipped() throws IOException {
    assertThat(unpacked(concat(member("one\n"), new byte[512], member("two\n"), new byte[7])))
        .isEqualTo("one\ntwo\n");
  }

  @Test
  void readsAllFieldsOfAHeader() throws IOException {
    byte[] plain = member("text");
    byte[] begin = {0x1F, (byte) 0x8B, 8, 2 + 4 + 8 + 16, 1, 2, 3, 4, 0, 3};
    byte[] header = concat(begin, new byte[] {3, 0, 'e', 'x', 't'}, ascii("name\0comment\0"));
    CRC32 checksum = new CRC32();
    checksum.update(header);
    byte[] end = {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)};
    byte[] whole = concat(header, end, Arrays.copyOfRange(plain, 10, plain.length));
    assertThat(unpacked(concat(whole, whole))).isEqualTo("texttext");
    whole[4]++;
    assertThatIOException()
        .isThrownBy(() -> unpacked(whole))
        .withMessage("a header does not match its checksum");
  }

  @Test
  void everyCutIsAnError() {
    int first = member("one\n").length;
    for (int length = 1; length < TWO.length; length++) {
      if (length != first) {
        byte[] cut = Arrays.copyOf(TWO, length);
        assertThatThrownBy(() -> unpacked(cut))
            .as("%s bytes", length)
            .isInstanceOf(EOFException.class);
      }
    }
  }

  /// What is read then is the whole text: a bit that means nothing was damaged.
  @Test
  void noDamageLeadsToAnotherText() {
    int errors = 0;
    for (int bit = 0; bit < Byte.SIZE * TWO.length; bit++) {
      byte[] damaged = TWO.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try {
        assertThat(unpacked(damaged)).as("bit %s", bit).isEqualTo("one\ntwo\n");
      } catch (IOException e) {
        assertThat(e).isInstanceOfAny(ZipException.class, EOFException.class);
        errors++;
      }
    }
    assertThat(errors).isGreaterThan(TWO.length * Byte.SIZE / 2);
  }

  @Test
  void otherBytesAfterTheLastMemberAreAllowedOnRequest() throws IOException {
    byte[] signed = concat(member("one\n"), new byte[3], ascii("signature"));
    List<Long> found = new ArrayList<>();
    try (GzipStream in =
        new GzipStream(
            new ByteArrayInputStream(signed),
            (position, count) -> found.addAll(List.of(position, count)))) {
      assertThat(in.readAllBytes()).isEqualTo(ascii("one\n"));
    }
    assertThat(found).containsExactly(signed.length - 9L, 9L);
    assertThatIOException()
        .isThrownBy(() -> unpacked(signed))
        .withMessage(
            "at byte "
                + (signed.length - 9)
                + ", where a member of gzip should begin, is 73 69 67");
  }

  /// What looks like a damaged member is one, and so is what is before a member.
  @Test
  void damagedMembersAreNotTakenForOtherBytes() {
    for (byte[] other :
        List.of(
            concat(new byte[] {0x1E}, Arrays.copyOfRange(TWO, 1, TWO.length)),
            concat(new byte[] {0x1F, 0}, Arrays.copyOfRange(TWO, 2, TWO.length)),
            concat(ascii("damaged"), TWO))) {
      byte[] all = concat(TWO, other);
      assertThatThrownBy(() ->
              new GzipStream(new ByteArrayInputStream(all), (position, count) -> {}).readAllBytes())
          .isInstanceOf(ZipException.class);
    }
  }
}
