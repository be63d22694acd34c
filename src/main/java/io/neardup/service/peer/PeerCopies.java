package io.neardup.service.peer;

import io.neardup.index.StopSignal;
import io.neardup.service.collection.CopyRule;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LocalCopies;
import io.neardup.service.collection.LocalCopies.Copied;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.EventCodec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Copies documents to a collection on any instance, a batch at a time.
///
/// @param from the copied collection, which this process answers for
/// @param job that copies
/// @param stop checked before a batch
public record PeerCopies(
    PeerCalls peers,
    DocumentCollection from,
    DocumentCollection to,
    CopyRule rule,
    String job,
    StopSignal stop) {

  public static final String COPIES = "/peers/copies";

  private static final int CAPACITY = 1 << 20;

  /// Where and how a batch is stored.
  ///
  /// @param creation of the target collection
  /// @param epoch of the instance that sends it, see [CopyWriters]
  public record Batch(String to, long creation, CopyRule rule, String job, long epoch) {}

  /// Stores copies of documents, see [LocalCopies#store].
  public List<Copied> store(List<Put> documents) {
    if (peers.isHere(to)) {
      return new LocalCopies(to, rule, stop).store(documents);
    }
    stop.check();
    peers.collections().requireCurrent(from); // another instance may have taken over
    Batch batch =
        new Batch(
            to.name(),
            to.settings().creation(),
            rule,
            job,
            peers.collections().backend().epoch(from.settings()));
    BinaryWriter out = new BinaryWriter(CAPACITY);
    out.string(peers.mapper().writeValueAsString(batch)).varint(documents.size());
    for (Put document : documents) {
      byte[] event = EventCodec.encode(document);
      out.varint(event.length).raw(event);
    }
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
    List<Put> documents =
        IntStream.range(0, in.varint(body.length))
            .mapToObj(any -> in.raw(in.varint(Integer.MAX_VALUE)))
            .map(EventCodec::decode)
            .map(Put.class::cast)
            .toList();
    return new LocalCopies(to, batch.rule, stop).store(documents);
  }
}
