package io.neardup.text;

/// Joins neighbouring characters of scripts written without spaces into overlapping pairs, the
/// usual substitute for words: `相似度` becomes `相似`, `似度`. A single character remains a token; words
/// of other scripts pass unchanged.
///
/// For one text: call [#finish()] after its last token.
public final class SpacelessBigrams implements TokenSink {

  private final TokenSink sink;
  private byte[] text = new byte[0];
  private int start = -1; // of the pending character, which has no right neighbour yet, -1 if none
  private int end;
  private boolean paired; // whether the pending character is part of a pair already

  /// Passes words and pairs to `sink`.
  public SpacelessBigrams(TokenSink sink) {
    this.sink = sink;
  }

  @Override
  public void token(byte[] source, int from, int to, boolean spaceless) {
    if (!spaceless) {
      finish();
      sink.token(source, from, to, false);
      return;
    }
    boolean neighbours = start >= 0 && end == from;
    if (neighbours) {
      sink.token(source, start, to, true);
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
    sink.words(source, edges, count);
  }

  /// Passes the pending character, unless it is part of a pair.
  public void finish() {
    if (start >= 0 && !paired) {
      sink.token(text, start, end, true);
    }
    start = -1;
  }
}
