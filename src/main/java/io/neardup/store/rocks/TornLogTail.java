package io.neardup.store.rocks;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Tells a write-ahead log with an incomplete last record from a damaged one.
///
/// RocksDB itself ignores a truncated last record. But after a power failure the file may have its
/// full length and other data in its last blocks; RocksDB then refuses the whole log. Commits are
/// written and synced one after the other, so the first unreadable record and everything after it
/// were never acknowledged, unless a complete record follows: then the log is damaged.
///
/// Source: RocksDB wiki, *Write Ahead Log File Format*: blocks of 32 KB; records of checksum (4
/// bytes), length (2), type (1) and payload that never cross a block; the checksum is CRC-32C of
/// type and payload, masked.
public final class TornLogTail {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final Pattern LOG = Pattern.compile("\\d{1,18}\\.log");
  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int MAX_TYPE = 11;

  private TornLogTail() {}

  /// The first record that cannot be read.
  ///
  /// @param log its file
  /// @param at its offset in bytes
  /// @param torn whether it is an incomplete last record
  public record Unreadable(Path log, long at, boolean torn) {}

  /// Searches for an unreadable record.
  ///
  /// @param directory of RocksDB
  public static Optional<Unreadable> find(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> logs =
          files
              .filter(file -> LOG.matcher(file.getFileName().toString()).matches())
              .sorted(Comparator.comparingLong(TornLogTail::number))
              .toList();
      for (int i = 0; i < logs.size(); i++) {
        byte[] bytes = Files.readAllBytes(logs.get(i));
        int at = firstUnreadable(bytes);
        if (at >= 0) {
          boolean newest = logs.stream().skip(i + 1L).allMatch(TornLogTail::isEmpty);
          return Optional.of(new Unreadable(logs.get(i), at, newest && !hasRecordAfter(bytes, at)));
        }
      }
    } catch (IOException e) {
      // RocksDB reports the problem with more detail.
    }
    return Optional.empty();
  }

  /// Truncates the log before an incomplete last record, and keeps a copy of the log beside it.
  public static void cut(Unreadable record) throws IOException {
    Path log = record.log();
    Files.copy(
        log, log.resolveSibling(log.getFileName() + ".torn"), StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(record.at());
      channel.force(true);
    }
  }

  /// The number of a log. Names do not sort by number: they have six digits or more.
  private static long number(Path log) {
    String name = log.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private static boolean isEmpty(Path log) {
    try {
      return Files.size(log) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// The offset of the first unreadable record, -1 if there is none.
  private static int firstUnreadable(byte[] log) {
    int at = 0;
    while (at < log.length) {
      int left = BLOCK - at % BLOCK;
      int length = left < HEADER ? left : recordLength(log, at); // too short for a record: padding
      if (length < 0) {
        return at;
      }
      at += length;
    }
    return -1;
  }

  /// Whether a complete record begins anywhere after the unreadable one.
  private static boolean hasRecordAfter(byte[] log, int unreadable) {
    for (int at = unreadable + 1; at < log.length - HEADER; at++) {
      if (recordLength(log, at) > HEADER) {
        return true;
      }
    }
    return false;
  }

  /// The length of the record at `at` with its header, -1 if there is none.
  private static int recordLength(byte[] log, int at) {
    if (at + HEADER > log.length) {
      return -1;
    }
    int length = log[at + 4] & 0xFF | (log[at + 5] & 0xFF) << 8;
    int type = log[at + 6];
    int end = at + HEADER + length;
    if (type < 1 || type > MAX_TYPE || end > log.length || at % BLOCK + HEADER + length > BLOCK) {
      return -1;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(log, at + 6, length + 1);
    int masked = (int) INT.get(log, at);
    return unmask(masked) == (int) checksum.getValue() ? HEADER + length : -1;
  }

  private static int unmask(int masked) {
    return Integer.rotateLeft(masked - 0xa282ead8, 15);
  }
}
