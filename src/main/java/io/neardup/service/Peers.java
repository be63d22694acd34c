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

/// The other instances of a cluster, each answering for its own collections.
public interface Peers {

  /// Marks requests from another instance, for a caller that it has authorised: they are not
  /// authenticated or limited again.
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
  /// @param json the body; may have another format if the target takes it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PeerQuestion(String target, byte[] json) {}

  /// The answer of an instance.
  ///
  /// @param collections that the question was about
  /// @param status HTTP status; 0 if there was no answer
  /// @param body JSON, empty if there was no answer
  /// @param fault why there was no answer, a clause; null if there was one
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PeerAnswer(List<String> collections, int status, byte[] body, @Nullable String fault) {}

  /// Asks the instances that answer for some collections, each about its own collections, all at
  /// once.
  ///
  /// @param collections that other instances answer for
  /// @param question to an instance about the collections it answers for
  /// @return one answer per instance; if an instance was lost, its answer has a fault
  List<PeerAnswer> ask(
      Collection<String> collections, Function<List<String>, PeerQuestion> question);

  /// Reads many lines from the instance that answers for a collection, as they are written.
  ///
  /// @param collection that another instance answers for
  /// @param goesOn whether to keep waiting; checked while no line arrives
  /// @param line takes each line, without line end; may block
  /// @return has no body if all lines were passed; after a refusal or a fault, lines may be missing
  PeerAnswer lines(
      String collection, PeerQuestion question, BooleanSupplier goesOn, Consumer<byte[]> line);

  /// The refusal that another instance answered with.
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
