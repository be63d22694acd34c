package io.neardup.cluster.kafka;

import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.PartitionReplica.CollectionSource;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.ChangeSource;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The changes of documents, read from their topic: those of a partition in order, the partitions
/// in turn. A cursor has the next offset of each partition.
///
/// One page at a time is read.
final class TopicChanges implements ChangeSource, AutoCloseable {

  private static final int VERSION = 1;
  private static final Duration POLL = Duration.ofMillis(200);

  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final CollectionSource collections;
  private final EndOffsets ends;

  TopicChanges(
      Consumer<byte[], byte[]> consumer,
      String topic,
      int partitions,
      CollectionSource collections,
      EndOffsets ends) {
    this.consumer = consumer;
    this.partitions =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .toList();
    this.collections = collections;
    this.ends = ends;
  }

  @Override
  public Changes read(@Nullable String after, int max, boolean withTexts) {
    long[] end = end();
    long[] next = after == null ? new long[end.length] : after.equals("end") ? end : parse(after);
    List<Logged<DocumentEvent>> changes = new ArrayList<>();
    if (isBehind(next, end)) {
      read(next, max, withTexts, changes);
    }
    return new Changes(changes, token(next), 0, isBehind(next, end));
  }

  private long[] end() {
    long[] end = ends.now().join();
    if (Arrays.stream(end).anyMatch(each -> each == EndOffsets.UNKNOWN)) {
      throw new RequestException(
          Fault.UNAVAILABLE, "after", "cannot be continued, as Kafka does not answer; try again");
    }
    return end;
  }

  private static boolean isBehind(long[] next, long[] end) {
    return IntStream.range(0, end.length).anyMatch(partition -> next[partition] < end[partition]);
  }

  private synchronized void read(
      long[] next, int max, boolean withTexts, List<Logged<DocumentEvent>> changes) {
    consumer.assign(partitions);
    for (TopicPartition partition : partitions) {
      consumer.seek(partition, next[partition.partition()]);
    }
    int before;
    do {
      before = changes.size();
      var records = consumer.poll(POLL);
      for (ConsumerRecord<byte[], byte[]> raw : records) {
        if (LogRecord.read(raw) instanceof Written change
            && collections.find(change.event().collection(), change.created()) != null) {
          changes.add(
              new Logged<>(
                  LogRecord.position(raw.partition(), raw.offset()),
                  withTexts ? change.event() : withoutText(change.event())));
        }
      }
      for (TopicPartition partition : partitions) {
        next[partition.partition()] = consumer.position(partition);
      }
    } while (changes.size() < max && changes.size() > before);
  }

  private static DocumentEvent withoutText(DocumentEvent event) {
    return event instanceof Put put
        ? new Put(
            put.collection(), put.id(), put.revision().withText(null), put.time(), put.requestId())
        : event;
  }

  private static String token(long[] next) {
    BinaryWriter out = new BinaryWriter(64).octet(VERSION);
    Arrays.stream(next).forEach(out::varint);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toBytes());
  }

  private long[] parse(String token) {
    try {
      BinaryReader in = new BinaryReader(Base64.getUrlDecoder().decode(token));
      if (in.octet() == VERSION) {
        long[] next = new long[partitions.size()];
        for (int partition = 0; partition < next.length; partition++) {
          next[partition] = in.varint();
        }
        in.requireEnd();
        return next;
      }
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(notOne(token), e);
    }
    throw new IllegalArgumentException(notOne(token));
  }

  private static String notOne(String token) {
    return "must be a cursor that a page of changes of this cluster returned, was '" + token + "'";
  }

  @Override
  public synchronized void close() {
    consumer.close();
  }
}
