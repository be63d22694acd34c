package io.neardup.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Tells a write-ahead log whose last record was not written to its end from one that is damaged.
///
/// RocksDB itself passes over a last record that is cut short. But after a power failure the file may
/// have its full length and something else in its last blocks; then RocksDB refuses all of it. Commits
/// are written and synced one after the other, so what follows the first unreadable record was never
/// acknowledged, unless a whole record follows it: that is damage.
///
/// Source: RocksDB wiki, *Write Ahead Log File Format*: blocks of 32 KB; records of checksum (4 bytes),
/// length (2), type (1) and payload, none of which cross a block; the checksum is CRC-32C of type and
/// payload, masked.
final class WriteAheadLog {

  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int MAX_TYPE = 11;

  private WriteAheadLog() {}

  /// Cuts an unfinished last record off the newest log; what is cut is kept beside it.
  ///
  /// @param directory of RocksDB
  /// @return whether there was one, and nothing else is unreadable
  static boolean cutTornTail(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> logs =
          files
              .filter(file -> file.getFileName().toString().matches("\\d+\\.log"))
              .sorted(Comparator.comparing(Path::getFileName))
              .toList();
      for (int i = 0; i < logs.size(); i++) {
        long damage = firstDamage(logs.get(i));
        if (damage >= 0) {
          boolean newest = logs.stream().skip(i + 1L).allMatch(WriteAheadLog::isEmpty);
          return newest && !hasRecordAfter(logs.get(i), damage) && cut(logs.get(i), damage);
        }
      }
      return false;
    } catch (IOException e) {
      return false; // whatever it is, RocksDB's own message says more
    }
  }

  private static boolean cut(Path log, long length) throws IOException {
    Files.copy(
        log,
        log.resolveSibling(log.getFileName() + ".torn"),
        StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(length);
      channel.force(true);
    }
    return true;
  }

  private static boolean isEmpty(Path log) {
    try {
      return Files.size(log) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Where the first record that cannot be read begins, -1 if all can.
  private static long firstDamage(Path log) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (at < bytes.limit()) {
      int left = BLOCK - at % BLOCK;
      if (left < HEADER) {
        at += left; // the rest of a block that is too short for a record
      } else {
        int length = recordLength(bytes, at);
        if (length < 0) {
          return at;
        }
        at += length;
      }
    }
    return -1;
  }

  /// Whether a whole record begins anywhere after the damaged one.
  private static boolean hasRecordAfter(Path log, long damage) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = (int) damage + 1; at < bytes.limit() - HEADER; at++) {
      if (recordLength(bytes, at) > HEADER) {
        return true;
      }
    }
    return false;
  }

  /// How long the record there is with its header, -1 if there is none.
  private static int recordLength(ByteBuffer bytes, int at) {
    if (at + HEADER > bytes.limit()) {
      return -1;
    }
    int length = bytes.getShort(at + 4) & 0xFFFF;
    int type = bytes.get(at + 6);
    int end = at + HEADER + length;
    if (type < 1 || type > MAX_TYPE || end > bytes.limit() || at % BLOCK + HEADER + length > BLOCK) {
      return -1;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.array(), at + 6, length + 1);
    return unmask(bytes.getInt(at)) == (int) checksum.getValue() ? HEADER + length : -1;
  }

  private static int unmask(int masked) {
    return Integer.rotateLeft(masked - 0xa282ead8, 15);
  }
}
