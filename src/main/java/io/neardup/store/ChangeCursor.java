package io.neardup.store;

import java.util.HexFormat;

/// How far a follower of the change feed has come.
///
/// @param history of the data directory; a restored backup is another one
/// @param after the offset of the last change that the follower has seen
/// @param floor the offset of the last change when the follower began: of what was gone by then it
///   never heard, and needs not hear that it is gone
public record ChangeCursor(int history, long after, long floor) {

  /// Rejects what no page gives out.
  public ChangeCursor {
    if (after < 0 || floor < 0) {
      throw new IllegalArgumentException("no cursor: after " + after + ", floor " + floor);
    }
  }

  /// Reads what [#toString()] writes.
  ///
  /// @throws IllegalArgumentException if it is something else; the message is a clause about it
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
    return "must be a cursor as a page of changes answered it, was '" + token + "'";
  }

  /// The token that clients get: history, after, floor.
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(history) + "-" + after + "-" + floor;
  }
}
