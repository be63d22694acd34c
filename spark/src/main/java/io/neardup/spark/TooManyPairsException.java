package io.neardup.spark;

/// There are more pairs than a task may hold in memory.
final class TooManyPairsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooManyPairsException(String message) {
    super(message);
  }
}
