package io.neardup.service;

import io.neardup.service.RequestException.Fault;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The other instances of a cluster, each of which answers for collections of its own.
public interface Peers {

  /// The attribute of requests that another instance makes itself, of a caller that it has
  /// authorised: they are not authenticated and limited again.
  String INTERNAL = "neardup.internal";

  Peers NONE =
      new Peers() {
        @Override
        public List<PeerAnswer> ask(
            Collection<String> collections, Function<List<String>, PeerQuestion> question) {
          return List.of();
        }

        @Override
        public PeerAnswer lines(
            String collection,
            PeerQuestion question,
            BooleanSupplier goesOn,
            Consumer<byte[]> line) {
          throw new IllegalStateException("a single process has all collections");
        }
      };

  /// A question to an instance, asked by POST.
  ///
  /// @param target the encoded path and query
  /// @param json the body; of other content, if the target takes it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PeerQuestion(String target, byte[] json) {}

  /// What an instance has answered.
  ///
  /// @param collections that the question was about
  /// @param status of HTTP; 0 if there was no answer
  /// @param body JSON, empty if there was no answer
  /// @param fault why there was no answer, a clause; null if there was one
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PeerAnswer(List<String> collections, int status, byte[] body, @Nullable String fault) {}

  /// Asks the instances that answer for some collections, each about its own, and all at once.
  ///
  /// @param collections for which this instance does not answer
  /// @param question to an instance, about the collections for which it answers
  /// @return one answer of each; if an instance was lost, its answer has a fault
  List<PeerAnswer> ask(
      Collection<String> collections, Function<List<String>, PeerQuestion> question);

  /// Asks the instance that answers for a collection for many lines, and reads them while they are
  /// written.
  ///
  /// @param collection for which this instance does not answer
  /// @param goesOn whether to wait for more lines; checked while none arrives
  /// @param line takes each line, without its end, and may wait
  /// @return without a body if all lines were passed; a refusal, or a fault, after which some may
  ///   be missing
  PeerAnswer lines(
      String collection, PeerQuestion question, BooleanSupplier goesOn, Consumer<byte[]> line);

  /// The refusal that another instance has answered with.
  ///
  /// @param problem see RFC 9457
  static RequestException refusal(JsonNode problem) {
    String type = problem.path("type").asString("");
    Fault kind =
        Arrays.stream(Fault.values())
            .filter(each -> type.endsWith(":" + each.type()))
            .findFirst()
            .orElse(Fault.INTERNAL_ERROR);
    JsonNode error = problem.at("/errors/0");
    if (error.isMissingNode()) {
      return new RequestException(kind, "", problem.path("detail").asString(""));
    }
    RequestException refusal =
        new RequestException(
            kind, error.path("field").asString(""), error.path("message").asString(""));
    return error.has("least")
        ? refusal.withRange(error.path("least").asLong(), error.path("most").asLong())
        : refusal;
  }
}
