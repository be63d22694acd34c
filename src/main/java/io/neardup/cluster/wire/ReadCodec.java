package io.neardup.cluster.wire;

import io.neardup.cluster.wire.Question.Count;
import io.neardup.cluster.wire.Question.Find;
import io.neardup.cluster.wire.Question.Page;
import io.neardup.cluster.wire.Question.Positions;
import io.neardup.cluster.wire.Question.Search;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.store.Partitions;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.util.HashMap;
import java.util.Map;

/// The binary format of reads, see [MessageParts]. A question and an answer begin with a byte for
/// their kind.
final class ReadCodec {

  private static final int SEARCH = 1;
  private static final int FIND = 2;
  private static final int PAGE = 3;
  private static final int COUNT = 4;
  private static final int POSITIONS = 5;
  private static final int DELETED = 6;

  private ReadCodec() {}

  static byte[] encode(ReadRequest request) {
    BinaryWriter out = new BinaryWriter(512);
    int[] partitions = request.partitions();
    out.varint(partitions.length);
    for (int i = 0; i < partitions.length; i++) {
      out.varint(partitions[i]).varint(request.upTo()[i]);
    }
    MessageParts.write(out, request.asOwner());
    out.varint(request.waitMillis());
    MessageParts.list(out, request.questions(), ReadCodec::write);
    return out.toBytes();
  }

  static ReadRequest decodeRequest(byte[] message) {
    return MessageParts.whole(
        message,
        in -> {
          int count = in.varint(Partitions.MAX);
          int[] partitions = new int[count];
          long[] upTo = new long[count];
          for (int i = 0; i < count; i++) {
            partitions[i] = in.varint(Partitions.MAX - 1);
            upTo[i] = in.varint();
          }
          return new ReadRequest(
              partitions,
              upTo,
              MessageParts.readBoolean(in),
              in.varint(),
              MessageParts.list(in, ReadCodec::readQuestion));
        });
  }

  private static void write(BinaryWriter out, Question question) {
    switch (question) {
      case Search search -> {
        MessageParts.write(out.octet(SEARCH), search.collection());
        MessageParts.write(out, search.fingerprint());
        MessageParts.write(out, search.lookup());
        MessageParts.write(out, search.features());
      }
      case Find find -> {
        MessageParts.write(out.octet(FIND), find.collection());
        MessageParts.write(out.string(find.id()), find.withText());
      }
      case Page page -> {
        MessageParts.write(out.octet(PAGE), page.collection());
        write(out.string(page.after()).varint(page.limit()), page.filter());
      }
      case Count count -> MessageParts.write(out.octet(COUNT), count.collection());
      case Positions _ -> out.octet(POSITIONS);
    }
  }

  private static Question readQuestion(BinaryReader in) {
    return switch (in.octet()) {
      case SEARCH ->
          new Search(
              MessageParts.readCollection(in),
              MessageParts.readFingerprint(in),
              MessageParts.readLookup(in),
              MessageParts.readVector(in));
      case FIND ->
          new Find(MessageParts.readCollection(in), in.string(), MessageParts.readBoolean(in));
      case PAGE ->
          new Page(
              MessageParts.readCollection(in),
              in.string(),
              in.varint(Integer.MAX_VALUE),
              readFilter(in));
      case COUNT -> new Count(MessageParts.readCollection(in));
      case POSITIONS -> new Positions();
      default -> throw BinaryReader.damaged("its kind of question is unknown");
    };
  }

  private static void write(BinaryWriter out, DocumentFilter filter) {
    out.string(filter.prefix());
    MessageParts.optional(out, filter.enabled(), MessageParts::write);
    MessageParts.optional(out, filter.allowed(), MessageParts::write);
    MessageParts.write(out, filter.metadata());
  }

  private static DocumentFilter readFilter(BinaryReader in) {
    return new DocumentFilter(
        in.string(),
        MessageParts.optional(in, MessageParts::readBoolean),
        MessageParts.optional(in, MessageParts::readBoolean),
        MessageParts.readFilter(in));
  }

  static byte[] encode(ReadResponse response) {
    BinaryWriter out = new BinaryWriter(512);
    int[] partitions = response.partitions();
    out.varint(partitions.length);
    for (int i = 0; i < partitions.length; i++) {
      long applied = response.applied()[i];
      out.varint(partitions[i]).varint(applied).varint(applied - response.changed()[i]);
    }
    MessageParts.list(out, response.answers(), ReadCodec::write);
    return out.toBytes();
  }

  static ReadResponse decodeResponse(byte[] message) {
    return MessageParts.whole(
        message,
        in -> {
          int count = in.varint(Partitions.MAX);
          int[] partitions = new int[count];
          long[] applied = new long[count];
          long[] changed = new long[count];
          for (int i = 0; i < count; i++) {
            partitions[i] = in.varint(Partitions.MAX - 1);
            applied[i] = in.varint();
            changed[i] = applied[i] - in.varint();
          }
          return new ReadResponse(
              partitions, applied, changed, MessageParts.list(in, ReadCodec::readAnswer));
        });
  }

  private static void write(BinaryWriter out, Answer answer) {
    switch (answer) {
      case Answer.Near near -> {
        MessageParts.write(out.octet(SEARCH), near.reported());
        MessageParts.write(out, near.allowing());
      }
      case Answer.Single single ->
          MessageParts.optional(out.octet(FIND), single.document(), MessageParts::write);
      case Answer.Documents documents -> {
        MessageParts.list(out.octet(PAGE), documents.page(), MessageParts::write);
        out.optional(documents.next());
      }
      case Answer.Counts counts -> {
        out.octet(COUNT).varint(counts.byPartition().size());
        counts
            .byPartition()
            .forEach((partition, documents) -> out.varint(partition).varint(documents));
      }
      case Answer.None _ -> out.octet(POSITIONS);
      case Answer.Deleted _ -> out.octet(DELETED);
    }
  }

  private static Answer readAnswer(BinaryReader in) {
    return switch (in.octet()) {
      case SEARCH -> new Answer.Near(MessageParts.readFound(in), MessageParts.readFound(in));
      case FIND -> new Answer.Single(MessageParts.optional(in, MessageParts::readStored));
      case PAGE ->
          new Answer.Documents(MessageParts.list(in, MessageParts::readDocument), in.optional());
      case COUNT -> {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int left = in.varint(Partitions.MAX); left > 0; left--) {
          counts.put(in.varint(Partitions.MAX - 1), in.varint(Integer.MAX_VALUE));
        }
        yield new Answer.Counts(counts);
      }
      case POSITIONS -> new Answer.None();
      case DELETED -> new Answer.Deleted();
      default -> throw BinaryReader.damaged("its kind of answer is unknown");
    };
  }
}
