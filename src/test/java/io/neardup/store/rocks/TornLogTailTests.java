package io.neardup.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.store.rocks.TornLogTail.Unreadable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The test logs are written record by record, in the format of RocksDB.
class TornLogTailTests {

  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;

  @TempDir Path directory;

  @Test
  void theRestOfABlockMayBeTooShortForARecord() throws IOException {
    byte[] block = record(BLOCK - HEADER - 3);
    log("000004.log", concatenate(block, new byte[3], records(2, 10)));
    assertThat(TornLogTail.find(directory)).isEmpty();
  }

  @Test
  void anUnreadableRecordIsDamagedIfALaterLogHasRecords() throws IOException {
    Path log = log("000004.log", Arrays.copyOf(record(100), 50));
    log("000009.log", new byte[0]);
    assertThat(TornLogTail.find(directory)).contains(new Unreadable(log, 0, true));
    log("000009.log", record(10));
    assertThat(TornLogTail.find(directory)).contains(new Unreadable(log, 0, false));
  }

  @Test
  void logsAreInTheOrderOfTheirNumbers() throws IOException {
    log("999999.log", records(2, 10));
    Path newest = log("1000000.log", Arrays.copyOf(record(100), 50));
    assertThat(TornLogTail.find(directory)).contains(new Unreadable(newest, 0, true));
    log("1000001.log", record(10));
    assertThat(TornLogTail.find(directory)).contains(new Unreadable(newest, 0, false));
  }

  @Test
  void otherFilesAreIgnored() throws IOException {
    log("LOG", new byte[100]);
    log("000004.sst", new byte[100]);
    assertThat(TornLogTail.find(directory)).isEmpty();
    assertThat(TornLogTail.find(directory.resolve("missing"))).isEmpty();
  }

  @Test
  void cuttingKeepsTheCompleteRecordsAndACopy() throws IOException {
    byte[] complete = records(3, 100);
    byte[] whole = concatenate(complete, Arrays.copyOf(record(100), 50));
    Path log = log("000004.log", whole);
    Optional<Unreadable> torn = TornLogTail.find(directory);
    TornLogTail.cut(torn.orElseThrow());
    assertThat(log).hasBinaryContent(complete);
    assertThat(directory.resolve("000004.log.torn")).hasBinaryContent(whole);
    assertThat(TornLogTail.find(directory)).isEmpty();
  }

  private Path log(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes);
  }

  /// Records that do not fill a block.
  private static byte[] records(int count, int payload) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      int left = BLOCK - all.size() % BLOCK;
      if (left < HEADER + payload) {
        all.write(record(left - HEADER)); // RocksDB splits it; here the first part is a record
      }
      all.write(record(payload));
    }
    return all.toByteArray();
  }

  private static byte[] record(int payload) {
    ByteBuffer record = ByteBuffer.allocate(HEADER + payload).order(ByteOrder.LITTLE_ENDIAN);
    record.putInt(0).putShort((short) payload).put((byte) 1);
    for (int i = 0; i < payload; i++) {
      record.put((byte) (i * 31 + payload));
    }
    CRC32C checksum = new CRC32C();
    checksum.update(record.array(), 6, payload + 1);
    return record
        .putInt(0, Integer.rotateRight((int) checksum.getValue(), 15) + 0xa282ead8)
        .array();
  }

  private static byte[] concatenate(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
