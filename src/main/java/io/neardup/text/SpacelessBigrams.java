package io.neardup.text;

/// Joins neighbouring characters of scripts written without spaces into overlapping pairs, the
/// usual stand-in for words there: `相似度` becomes `相似`, `似度`. A character that stands alone stays a
/// token; words of other scripts pass through unchanged.
///
/// Serves one text: call [#finish()] after its last token.
public final class SpacelessBigrams implements TokenSink {

  private final TokenSink next;
  private byte[] text = new byte[0];
  private int start = -1; // of the character waiting for its right neighbour, -1 when none waits
  private int end;
  private boolean paired; // whether the waiting character already has a left neighbour

  /// Hands words and pairs to `next`.
  public SpacelessBigrams(TokenSink next) {
    this.next = next;
  }

  @Override
  public void token(byte[] source, int from, int to, boolean spaceless) {
    if (!spaceless) {
      finish();
      next.token(source, from, to, false);
      return;
    }
    boolean neighbours = start >= 0 && end == from;
    if (neighbours) {
      next.token(source, start, to, true);
    } else {
      finish();
    }
    text = source;
    start = from;
    end = to;
    paired = neighbours;
  }

  @Override
  public void words(byte[] source, int[] edges, int count) {
    finish();
    next.words(source, edges, count);
  }

  /// Hands on the character that waits for a neighbour, if it never had one.
  public void finish() {
    if (start >= 0 && !paired) {
      next.token(text, start, end, true);
    }
    start = -1;
  }
}
