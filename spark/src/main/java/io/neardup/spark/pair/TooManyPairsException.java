package io.neardup.spark.pair;

/// There are more pairs than a task may hold in memory, or more comparisons than tasks can be made
/// for.
public final class TooManyPairsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TooManyPairsException(String message) {
    super(message);
  }
}
