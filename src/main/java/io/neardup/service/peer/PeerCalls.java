package io.neardup.service.peer;

import io.neardup.index.StopSignal;
import io.neardup.service.Peers;
import io.neardup.service.Peers.PeerAnswer;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.codec.EventCodec;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Calls to the instances that answer for other collections.
///
/// @param mapper writes questions and reads answers
public record PeerCalls(DocumentCollections collections, JsonMapper mapper) {

  public static final String DOCUMENT = "/peers/document";

  public static final String TAG = "/peers/tag";

  public record DocumentQuestion(String collection, String id) {}

  public boolean isHere(DocumentCollection collection) {
    return collections.backend().answersFor(collection.settings());
  }

  /// Asks the instance that answers for a collection.
  ///
  /// @param target the address
  /// @param question written as JSON
  /// @throws RequestException its refusal; UNAVAILABLE if it does not answer, although it may have
  ///   executed the call
  public <T> T ask(DocumentCollection collection, String target, Object question, Class<T> type) {
    return mapper.readValue(ask(collection, target, mapper.writeValueAsBytes(question)), type);
  }

  /// Asks the instance that answers for a collection.
  ///
  /// @param question the body
  /// @throws RequestException as above
  public byte[] ask(DocumentCollection collection, String target, byte[] question) {
    PeerQuestion asked = new PeerQuestion(target, question);
    PeerAnswer answer =
        collections.backend().peers().ask(List.of(collection.name()), names -> asked).getFirst();
    requireAnswered(collection, answer);
    return answer.body();
  }

  /// Reads many lines from the instance that answers for a collection.
  ///
  /// @param goesOn whether to keep waiting; checked while no line arrives
  /// @param line takes each line, without line end
  /// @throws RequestException if not all lines were passed
  public void lines(
      DocumentCollection collection,
      String target,
      Object question,
      BooleanSupplier goesOn,
      Consumer<byte[]> line) {
    PeerAnswer answer =
        collections
            .backend()
            .peers()
            .lines(
                collection.name(),
                new PeerQuestion(target, mapper.writeValueAsBytes(question)),
                goesOn,
                line);
    requireAnswered(collection, answer);
  }

  private void requireAnswered(DocumentCollection collection, PeerAnswer answer) {
    if (answer.fault() != null) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "'" + collection.name() + "' " + answer.fault() + "; try again");
    }
    if (answer.status() != HttpURLConnection.HTTP_OK) {
      throw Peers.refusal(mapper.readTree(answer.body()));
    }
  }

  /// A stored document, on any instance.
  ///
  /// @param stop counts the memory of its text
  /// @throws RequestException UNAVAILABLE if it cannot be read
  public StoredDocument document(DocumentCollection collection, String id, StopSignal stop) {
    if (Document.faultOf(id) != null) {
      return new StoredDocument(collection, id, null);
    }
    if (!isHere(collection)) {
      byte[] question = mapper.writeValueAsBytes(new DocumentQuestion(collection.name(), id));
      byte[] event = ask(collection, DOCUMENT, question);
      stop.holdText(event.length);
      return new StoredDocument(collection, id, decoded(event));
    }
    collections.requireCurrent(collection);
    stop.holdText(collection.documents().contentBytes(id));
    return StoredDocument.here(collection, id);
  }

  /// The entity tag of a stored document on any instance; empty if there is none.
  ///
  /// @throws RequestException UNAVAILABLE if it cannot be read
  public String tag(DocumentCollection collection, String id) {
    return isHere(collection)
        ? collection.find(id).map(Document::tag).orElse("")
        : ask(collection, TAG, new DocumentQuestion(collection.name(), id), String.class);
  }

  /// Answers another instance.
  ///
  /// @return the entity tag, empty if there is no such document
  public String tag(DocumentQuestion question) {
    return collections.get(question.collection).find(question.id).map(Document::tag).orElse("");
  }

  private static @Nullable Document decoded(byte[] event) {
    return event.length == 0 ? null : Document.of((Put) EventCodec.decode(event));
  }

  /// Answers another instance.
  ///
  /// @return the document as in the log, empty if there is none
  public byte[] answer(DocumentQuestion question) {
    DocumentCollection collection = collections.get(question.collection);
    Document whole = StoredDocument.here(collection, question.id).whole();
    return whole == null ? new byte[0] : EventCodec.encode(whole.put(collection.name()));
  }
}
