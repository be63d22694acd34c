package io.neardup.service;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The other instances of a cluster, each of which answers for collections of its own.
public interface Peers {

  /// The attribute of requests that another instance makes itself, of a caller that it has
  /// authorised: they are not authenticated and limited again.
  String INTERNAL = "neardup.internal";

  /// None, in a single process.
  Peers NONE =
      new Peers() {
        @Override
        public List<PeerAnswer> ask(
            Collection<String> collections, Function<List<String>, PeerQuestion> question) {
          return List.of();
        }
      };

  /// A question to an instance.
  ///
  /// @param target the encoded path and query
  /// @param json the body, null for none
  record PeerQuestion(String method, String target, byte @Nullable [] json) {}

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
}
