package io.neardup.service.peer;

import io.neardup.index.StopSignal;
import io.neardup.service.collection.CopyRule;
import io.neardup.service.collection.CopyTarget;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LocalCopies;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.EventCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Copies documents in batches to a collection on another instance. A batch is sent again only if
/// it was certainly not read.
///
/// @param from the copied collection, which this process answers for
/// @param job that copies
/// @param stop checked between batches
public record PeerCopies(
    PeerCalls peers,
    DocumentCollection from,
    DocumentCollection to,
    CopyRule rule,
    String job,
    StopSignal stop)
    implements CopyTarget {

  public static final String COPIES = "/peers/copies";

  private static final int MAX_TOGETHER = 200;
  private static final int ENOUGH_BYTES = 1 << 20;

  /// Where and how a batch is stored.
  ///
  /// @param creation of the target collection
  /// @param epoch of the instance that sends it, see [CopyWriters]
  public record Batch(String to, long creation, CopyRule rule, String job, long epoch) {}

  /// The target of a copy, on any instance.
  ///
  /// @param job that copies
  public static CopyTarget of(
      PeerCalls peers,
      DocumentCollection from,
      DocumentCollection to,
      CopyRule rule,
      String job,
      StopSignal stop) {
    return peers.isHere(to)
        ? new LocalCopies(to, rule, stop)
        : new PeerCopies(peers, from, to, rule, job, stop);
  }

  @Override
  public List<Copied> store(Stream<Put> documents) {
    List<Copied> copied = new ArrayList<>();
    Iterator<Put> rest = documents.iterator();
    while (rest.hasNext()) {
      List<byte[]> some = new ArrayList<>();
      long bytes = 0;
      while (rest.hasNext() && some.size() < MAX_TOGETHER && bytes < ENOUGH_BYTES) {
        byte[] event = EventCodec.encode(rest.next());
        some.add(event);
        bytes += event.length;
      }
      copied.addAll(send(some));
    }
    return copied;
  }

  private List<Copied> send(List<byte[]> events) {
    stop.check();
    peers.collections().requireCurrent(from); // another instance may have taken over
    Batch batch =
        new Batch(
            to.name(),
            to.settings().creation(),
            rule,
            job,
            peers.collections().backend().epoch(from.settings()));
    BinaryWriter out = new BinaryWriter(ENOUGH_BYTES);
    out.string(peers.mapper().writeValueAsString(batch)).varint(events.size());
    events.forEach(event -> out.varint(event.length).raw(event));
    byte[] answer = peers.ask(to, COPIES, out.toBytes());
    return Arrays.asList(peers.mapper().readValue(answer, Copied[].class));
  }

  /// Answers another instance.
  ///
  /// @param writers of earlier batches
  public static List<Copied> answer(
      PeerCalls peers, CopyWriters writers, byte[] body, StopSignal stop) {
    BinaryReader in = new BinaryReader(body);
    Batch batch = peers.mapper().readValue(in.string(), Batch.class);
    DocumentCollection to = peers.collections().get(batch.to);
    if (to.settings().creation() != batch.creation) {
      throw new StoreException(StoreFault.NO_COLLECTION, "'" + batch.to + "' was deleted");
    }
    writers.require(batch.job, batch.epoch);
    Stream<Put> documents =
        IntStream.range(0, in.varint(MAX_TOGETHER))
            .mapToObj(any -> in.raw(in.varint(Integer.MAX_VALUE)))
            .map(EventCodec::decode)
            .map(Put.class::cast);
    return new LocalCopies(to, batch.rule, stop).store(documents);
  }
}
