package io.neardup.web.answer;

import io.neardup.service.Peers;
import io.neardup.service.Peers.PeerAnswer;
import io.neardup.service.Peers.PeerQuestion;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import jakarta.servlet.http.HttpServletRequest;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// What the instances answer that have the other collections, to be put together with the answer of
/// this one.
@Component
public record PeerAnswers(DocumentCollections collections, JsonMapper mapper) {

  /// An answer.
  ///
  /// @param collections that it is about
  /// @param value null if the instance did not answer
  /// @param fault why it did not, a clause
  public record Answered<T>(List<String> collections, @Nullable T value, @Nullable String fault) {}

  /// The collections for which this instance does not answer.
  ///
  /// @param request if another instance asks, there are none: it asks each for its own
  public List<DocumentCollection> elsewhere(
      HttpServletRequest request, List<DocumentCollection> all) {
    return request.getAttribute(Peers.INTERNAL) != null
        ? List.of()
        : all.stream().filter(each -> !collections.answersFor(each)).toList();
  }

  /// Those of some collections for which this instance answers.
  public List<DocumentCollection> here(List<DocumentCollection> all) {
    return all.stream().filter(collections::answersFor).toList();
  }

  /// Asks for collections that are elsewhere.
  ///
  /// @throws RequestException if an instance refuses
  public <T> List<Answered<T>> ask(
      List<DocumentCollection> elsewhere,
      Function<List<String>, PeerQuestion> question,
      Class<T> type) {
    return elsewhere.isEmpty()
        ? List.of()
        : collections
            .peers()
            .ask(elsewhere.stream().map(DocumentCollection::name).toList(), question)
            .stream()
            .map(answer -> answered(answer, type))
            .toList();
  }

  /// Asks for collections that are elsewhere, all of which are needed.
  ///
  /// @throws RequestException UNAVAILABLE if an instance does not answer
  public <T> List<T> askAll(
      List<DocumentCollection> elsewhere,
      Function<List<String>, PeerQuestion> question,
      Class<T> type) {
    return ask(elsewhere, question, type).stream().map(PeerAnswers::require).toList();
  }

  private static <T> T require(Answered<T> answer) {
    T value = answer.value;
    if (value == null) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "'" + answer.collections.getFirst() + "' " + answer.fault + "; try again");
    }
    return value;
  }

  private <T> Answered<T> answered(PeerAnswer answer, Class<T> type) {
    if (answer.fault() != null) {
      return new Answered<>(answer.collections(), null, answer.fault());
    }
    if (answer.status() != HttpURLConnection.HTTP_OK) {
      throw Peers.refusal(mapper.readTree(answer.body()));
    }
    return new Answered<>(answer.collections(), mapper.readValue(answer.body(), type), null);
  }
}
