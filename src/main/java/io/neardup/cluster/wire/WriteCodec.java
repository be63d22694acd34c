package io.neardup.cluster.wire;

import io.neardup.cluster.wire.Command.Decide;
import io.neardup.cluster.wire.Command.OfDocument;
import io.neardup.cluster.wire.Command.Remove;
import io.neardup.cluster.wire.Command.Revise;
import io.neardup.cluster.wire.Command.Store;
import io.neardup.cluster.wire.Result.Changed;
import io.neardup.cluster.wire.Result.Decided;
import io.neardup.cluster.wire.Result.Deleted;
import io.neardup.cluster.wire.Result.NotOwner;
import io.neardup.cluster.wire.Result.Refused;
import io.neardup.cluster.wire.Result.Removed;
import io.neardup.cluster.wire.Result.Revised;
import io.neardup.cluster.wire.Result.Stored;
import io.neardup.cluster.wire.Result.Unknown;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.RequestException.Range;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.MetadataPatch;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.time.Instant;

/// The binary format of writes, see [MessageParts]. A command and a result begin with a byte for
/// their kind; times are signed milliseconds since 1970.
final class WriteCodec {

  private static final int STORE = 1;
  private static final int DECIDE = 2;
  private static final int REMOVE = 3;
  private static final int REVISE = 4;
  private static final int CHANGED = 5;
  private static final int REFUSED = 6;
  private static final int UNKNOWN = 7;
  private static final int NOT_OWNER = 8;
  private static final int DELETED = 9;

  private WriteCodec() {}

  static byte[] encode(Command command) {
    BinaryWriter out = new BinaryWriter(512);
    switch (command) {
      case Store store -> {
        MessageParts.write(out.octet(STORE), store.collection());
        write(out, store.document());
        writeTerm(out, store);
      }
      case Decide decide -> {
        MessageParts.write(out.octet(DECIDE), decide.collection());
        write(out, decide.document());
      }
      case Remove remove -> {
        MessageParts.write(out.octet(REMOVE), remove.collection());
        write(out.string(remove.id()), remove.condition());
        MessageParts.optional(out, remove.filter(), MessageParts::write);
        writeTerm(out, remove);
      }
      case Revise revise -> {
        MessageParts.write(out.octet(REVISE), revise.collection());
        write(out.string(revise.id()), revise.condition());
        MessageParts.optional(out, revise.filter(), MessageParts::write);
        write(out, revise.change());
        writeTerm(out, revise);
      }
    }
    return out.toBytes();
  }

  static Command decodeCommand(byte[] message) {
    return MessageParts.whole(
        message,
        in -> {
          int kind = in.octet();
          CreatedCollection collection = MessageParts.readCollection(in);
          return switch (kind) {
            case STORE ->
                new Store(
                    collection, readDraft(in), MessageParts.optional(in, WriteCodec::readTerm));
            case DECIDE -> new Decide(collection, readDraft(in));
            case REMOVE ->
                new Remove(
                    collection,
                    in.string(),
                    readCondition(in),
                    MessageParts.optional(in, MessageParts::readFilter),
                    MessageParts.optional(in, WriteCodec::readTerm));
            case REVISE ->
                new Revise(
                    collection,
                    in.string(),
                    readCondition(in),
                    MessageParts.optional(in, MessageParts::readFilter),
                    readChange(in),
                    MessageParts.optional(in, WriteCodec::readTerm));
            default -> throw BinaryReader.damaged("its kind of command is unknown");
          };
        });
  }

  private static void writeTerm(BinaryWriter out, OfDocument command) {
    MessageParts.optional(
        out, command.term(), (to, term) -> to.varint(term.number()).varint(term.epoch()));
  }

  private static Term readTerm(BinaryReader in) {
    return new Term(in.varint(Integer.MAX_VALUE), in.varint());
  }

  private static void write(BinaryWriter out, Draft draft) {
    Revision revision = draft.revision();
    MessageParts.write(out, new Put("", draft.id(), revision, revision.createdAt()));
    MessageParts.optional(out, draft.features(), (to, features) -> to.varint(features));
    MessageParts.write(out, draft.vector());
    MessageParts.write(out, draft.near());
    out.varint(draft.listed()).string(draft.onDuplicate().name());
    write(out, draft.condition());
    MessageParts.write(out, draft.hasVerdict());
  }

  private static Draft readDraft(BinaryReader in) {
    Put put = MessageParts.readPut(in);
    return new Draft(
        put.id(),
        put.revision(),
        MessageParts.optional(in, from -> from.varint(Integer.MAX_VALUE)),
        MessageParts.readVector(in),
        MessageParts.readLookup(in),
        in.varint(Integer.MAX_VALUE),
        OnDuplicate.valueOf(in.string()),
        readCondition(in),
        MessageParts.readBoolean(in));
  }

  private static void write(BinaryWriter out, Precondition condition) {
    MessageParts.optional(
        out, condition.ifMatch(), (to, tags) -> MessageParts.list(to, tags, BinaryWriter::string));
    MessageParts.optional(
        out,
        condition.ifNoneMatch(),
        (to, tags) -> MessageParts.list(to, tags, BinaryWriter::string));
  }

  private static Precondition readCondition(BinaryReader in) {
    return new Precondition(
        MessageParts.optional(in, from -> MessageParts.list(from, BinaryReader::string)),
        MessageParts.optional(in, from -> MessageParts.list(from, BinaryReader::string)));
  }

  private static void write(BinaryWriter out, DocumentChange change) {
    MessageParts.optional(out, change.enabled(), MessageParts::write);
    MessageParts.optional(out, change.allowed(), MessageParts::write);
    MetadataPatch metadata = change.metadata();
    out.optional(metadata == null ? null : metadata.json());
    MessageParts.optional(
        out,
        change.expiry(),
        (to, expiry) -> MessageParts.optional(to, expiry.at(), WriteCodec::writeExactly));
    out.optional(change.job());
  }

  private static DocumentChange readChange(BinaryReader in) {
    Boolean enabled = MessageParts.optional(in, MessageParts::readBoolean);
    Boolean allowed = MessageParts.optional(in, MessageParts::readBoolean);
    String metadata = in.optional();
    return new DocumentChange(
        enabled,
        allowed,
        metadata == null ? null : new MetadataPatch(metadata),
        MessageParts.optional(
            in, from -> new Expiry(MessageParts.optional(from, WriteCodec::readExactly))),
        in.optional());
  }

  /// A time of a client, which may have nanoseconds.
  private static void writeExactly(BinaryWriter out, Instant time) {
    out.signed(time.getEpochSecond()).varint(time.getNano());
  }

  private static Instant readExactly(BinaryReader in) {
    return Instant.ofEpochSecond(in.signed(), in.varint(999_999_999));
  }

  static byte[] encode(Result result) {
    BinaryWriter out = new BinaryWriter(64);
    switch (result) {
      case Stored stored -> write(out.octet(STORE), stored);
      case Decided decided -> {
        MessageParts.optional(out.octet(DECIDE), decided.stored(), WriteCodec::write);
        MessageParts.write(out, decided.near());
        out.optional(decided.allowedBy());
        MessageParts.list(out, decided.removed(), BinaryWriter::string);
      }
      case Removed removed ->
          MessageParts.optional(out.octet(REMOVE), removed.position(), MessageParts::write);
      case Revised revised ->
          MessageParts.optional(out.octet(REVISE), revised.document(), MessageParts::write);
      case Changed changed -> MessageParts.write(out.octet(CHANGED), changed.done());
      case Refused refused -> {
        out.octet(REFUSED)
            .string(refused.fault().name())
            .string(refused.field())
            .string(refused.message());
        MessageParts.optional(
            out, refused.range(), (to, range) -> to.signed(range.least()).signed(range.most()));
        out.signed(refused.retryAfterSeconds());
      }
      case Unknown unknown -> out.octet(UNKNOWN).string(unknown.message());
      case NotOwner _ -> out.octet(NOT_OWNER);
      case Deleted _ -> out.octet(DELETED);
    }
    return out.toBytes();
  }

  static Result decodeResult(byte[] message) {
    return MessageParts.whole(
        message,
        in ->
            switch (in.octet()) {
              case STORE -> readStored(in);
              case DECIDE ->
                  new Decided(
                      MessageParts.optional(in, WriteCodec::readStored),
                      MessageParts.readFound(in),
                      in.optional(),
                      MessageParts.list(in, BinaryReader::string));
              case REMOVE -> new Removed(MessageParts.optional(in, MessageParts::readPosition));
              case REVISE -> new Revised(MessageParts.optional(in, MessageParts::readStored));
              case CHANGED -> new Changed(MessageParts.readBoolean(in));
              case REFUSED ->
                  new Refused(
                      Fault.valueOf(in.string()),
                      in.string(),
                      in.string(),
                      MessageParts.optional(in, from -> new Range(from.signed(), from.signed())),
                      MessageParts.readInt(in));
              case UNKNOWN -> new Unknown(in.string());
              case NOT_OWNER -> new NotOwner();
              case DELETED -> new Deleted();
              default -> throw BinaryReader.damaged("its kind of result is unknown");
            });
  }

  private static void write(BinaryWriter out, Stored stored) {
    out.string(stored.outcome().name())
        .varint(stored.version())
        .signed(stored.createdAt().toEpochMilli())
        .signed(stored.time().toEpochMilli());
    Verdict verdict = stored.verdict();
    MessageParts.write(out, verdict.enabled());
    MessageParts.write(out, verdict.allowed());
    MessageParts.optional(out, verdict.judged(), MessageParts::write);
    MessageParts.write(out, verdict.dropped());
    MessageParts.write(out, stored.position());
  }

  private static Stored readStored(BinaryReader in) {
    return new Stored(
        Outcome.valueOf(in.string()),
        in.varint(),
        Instant.ofEpochMilli(in.signed()),
        Instant.ofEpochMilli(in.signed()),
        new Verdict(
            MessageParts.readBoolean(in),
            MessageParts.readBoolean(in),
            MessageParts.optional(in, MessageParts::readFingerprint),
            MessageParts.readBoolean(in)),
        MessageParts.readPosition(in));
  }
}
