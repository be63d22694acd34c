package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.job.PeerComparison.Question;
import io.neardup.service.peer.PeerCalls;
import java.util.function.Consumer;

/// Answers instances that compare a collection of theirs with one of this process.
///
/// @param peers reads their questions
public record PeerComparisons(PeerCalls peers) {

  /// The address of lookups.
  public static final String MATCHES = "/peers/matches";

  /// The address of rows.
  public static final String ROWS = "/peers/rows";

  /// The matches of rows.
  ///
  /// @param question as JSON
  /// @param stop checked between rows
  public Object matches(byte[] question, StopSignal stop) {
    return PeerComparison.matches(peers, read(question), stop);
  }

  /// All rows of a collection.
  ///
  /// @param question as JSON
  /// @param lines takes each line; called by one thread at a time
  public void rows(byte[] question, StopSignal stop, Consumer<Object> lines) {
    PeerComparison.rows(peers, read(question), stop, lines);
  }

  private Question read(byte[] question) {
    return peers.mapper().readValue(question, Question.class);
  }
}
