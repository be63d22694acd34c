package io.neardup.store;

/// The position of an event in the log.
///
/// @param partition of the log; a single process has one, 0
/// @param offset from 1 on
public record Position(int partition, long offset) {

  public static final int MAX_PARTITIONS = 256;

  /// Rejects values that no log returns.
  public Position {
    if (partition < 0 || partition >= MAX_PARTITIONS || offset < 1) {
      throw new IllegalArgumentException(
          "invalid position: partition " + partition + ", offset " + offset);
    }
  }

  /// Reads what [#toString()] writes.
  ///
  /// @throws IllegalArgumentException if it is malformed; the message is a clause about it
  public static Position parse(String token) {
    int dash = token.indexOf('-');
    try {
      return new Position(
          Integer.parseInt(token, 0, Math.max(dash, 0), 10),
          Long.parseLong(token, dash + 1, token.length(), 10));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "must be a position that a write returned, such as 7-1024, was '" + token + "'", e);
    }
  }

  /// The token for clients: partition, dash, offset.
  @Override
  public String toString() {
    return partition + "-" + offset;
  }
}
