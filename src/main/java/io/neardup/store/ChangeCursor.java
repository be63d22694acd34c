package io.neardup.store;

import java.util.HexFormat;

/// A client's position in the change feed.
///
/// @param history of the data directory; restoring a backup starts a new one
/// @param after the offset of the last change that the client has seen
/// @param floor the offset of the last change when the client began: it never received documents
///   deleted up to there, so these deletes are not reported to it
public record ChangeCursor(int history, long after, long floor) {

  /// Rejects values that no page returns.
  public ChangeCursor {
    if (after < 0 || floor < 0) {
      throw new IllegalArgumentException("invalid cursor: after " + after + ", floor " + floor);
    }
  }

  /// Reads what [#toString()] writes.
  ///
  /// @throws IllegalArgumentException if it is malformed; the message is a clause about it
  public static ChangeCursor parse(String token) {
    String[] parts = token.split("-", -1);
    try {
      if (parts.length == 3 && parts[0].length() == 8) {
        return new ChangeCursor(
            HexFormat.fromHexDigits(parts[0]),
            Long.parseLong(parts[1], 10),
            Long.parseLong(parts[2], 10));
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(notOne(token), e);
    }
    throw new IllegalArgumentException(notOne(token));
  }

  private static String notOne(String token) {
    return "must be a cursor that a page of changes returned, was '" + token + "'";
  }

  /// The token for clients: history, after, floor.
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(history) + "-" + after + "-" + floor;
  }
}
