package io.neardup.web.join;

import io.neardup.web.answer.JoinSummary;

/// Collects the results of a join for an answer that is one JSON value.
interface JsonAnswer {

  /// Receives a result of the join, on several threads at once.
  void add(Object result);

  /// The answer.
  Object answer(JoinSummary summary);
}
