package io.neardup.store.rocks;

import io.neardup.store.ContentHash;
import io.neardup.store.EventLog.Answer;
import io.neardup.store.Position;
import io.neardup.store.StoredAnswers;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// The answers to requests with an idempotency key, kept for 24 hours.
///
/// Grouped by day, so that an old day is deleted as one range.
public final class IdempotentAnswers implements StoredAnswers {

  /// How long an answer is kept.
  public static final Duration KEPT = Duration.ofHours(24);

  private final Database database;

  public IdempotentAnswers(Database database) {
    this.database = database;
  }

  @Override
  public Optional<String> find(ContentHash key, Instant now) {
    for (int ago = 0; ago <= 1; ago++) {
      byte[] value = database.get(ColumnFamily.ANSWERS, key(day(now) - ago, key));
      if (value != null) {
        BinaryReader in = new BinaryReader(value);
        Instant time = Instant.ofEpochMilli(in.fixed());
        return time.plus(KEPT).isAfter(now) ? Optional.of(in.rest()) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  @Override
  public void removeOld(Instant now) {
    database.inBatch(batch -> {
      batch.deleteRange(
          database.handle(ColumnFamily.ANSWERS),
          new byte[0],
          key(day(now) - 1, new ContentHash(0, 0)));
      database.writeLazily(batch);
    });
  }

  /// Adds an answer to a batch of writes.
  ///
  /// @param last the position of the last event of the request, null if it has none
  public void stage(WriteBatch batch, Answer answer, @Nullable Position last)
      throws RocksDBException {
    batch.put(
        database.handle(ColumnFamily.ANSWERS),
        key(day(answer.time()), answer.key()),
        new BinaryWriter(256)
            .fixed(answer.time().toEpochMilli())
            .raw(answer.text().of(last).getBytes(StandardCharsets.UTF_8))
            .toBytes());
  }

  private static int day(Instant time) {
    return (int) Math.max(1, Math.floorDiv(time.getEpochSecond(), Duration.ofDays(1).toSeconds()));
  }

  private static byte[] key(int day, ContentHash key) {
    return new BinaryWriter(20).fixedInt(day).fixed(key.high()).fixed(key.low()).toBytes();
  }
}
