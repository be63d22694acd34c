package io.neardup.text;

import java.lang.Character.UnicodeScript;
import java.util.List;
import org.apache.lucene.analysis.cn.smart.hhmm.HHMMSegmenter;
import org.apache.lucene.analysis.cn.smart.hhmm.SegToken;

/// Segments Chinese into words: `曾看见灰色外星人` becomes `曾`, `看见`, `灰色`, `外星人`.
///
/// Runs of Han characters are segmented by a hidden Markov model over a dictionary of simplified
/// Chinese; unknown characters, including traditional ones, are a token each. A number and a
/// following one-character word, usually a measure word, are one token: `9架`, `51区`. Everything
/// else is tokenised by [WordTokenizer].
///
/// O(bytes), about 2 MB/s. The first text with Han characters loads the dictionary, 9 MB in memory,
/// in about half a second.
public final class ChineseTokenizer implements Tokenizer {

  private final Tokenizer words = new WordTokenizer();

  /// Words, and single characters, because the segmentation of a sentence depends on its beginning.
  @Override
  public Tokenizer forPassages() {
    return new WordTokenizer();
  }

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    HanRuns runs = new HanRuns(sink);
    words.tokenize(text, runs);
    runs.finish();
  }

  private static boolean isHan(byte[] text, int start, int end) {
    int size = WordTokenizer.sequenceLength(text[start]);
    return start + size == end
        && UnicodeScript.of(WordTokenizer.decode(text, start, size)) == UnicodeScript.HAN;
  }

  /// Collects neighbouring Han characters and the number before them, segments them, and passes all
  /// tokens in order.
  private static final class HanRuns implements TokenSink {

    /// Longer runs without punctuation are cut, to bound the graph of possible words.
    private static final int MAX_RUN = 256;

    private final TokenSink sink;
    private final StringBuilder run = new StringBuilder();
    private final int[] starts = new int[2 * MAX_RUN]; // in bytes, of each char of the run
    private byte[] text = new byte[0];
    private int end; // end of the run, or of the number while the run is empty
    private int numberStart = -1; // start of the number directly before the run, -1 if none

    HanRuns(TokenSink sink) {
      this.sink = sink;
    }

    @Override
    public void token(byte[] source, int from, int to, boolean spaceless) {
      if (from != end || run.length() + 2 > starts.length) {
        finish();
      }
      text = source;
      if (spaceless && isHan(source, from, to)) {
        append(WordTokenizer.decode(source, from, to - from), from);
      } else {
        finish();
        if (!spaceless && isNumber(source, from, to)) {
          numberStart = from;
        } else {
          sink.token(source, from, to, spaceless);
        }
      }
      end = to;
    }

    /// Segments the collected characters, and passes their tokens.
    void finish() {
      int start = numberStart;
      numberStart = -1;
      if (run.isEmpty()) {
        if (start >= 0) {
          sink.token(text, start, end, false);
        }
        return;
      }
      List<SegToken> tokens = Segmenter.INSTANCE.process(run.toString());
      for (SegToken token : tokens.subList(1, tokens.size() - 1)) { // without sentence marks
        int from = starts[token.startOffset];
        int to = token.endOffset < run.length() ? starts[token.endOffset] : end;
        if (start >= 0) {
          boolean oneCharacter = run.codePointCount(token.startOffset, token.endOffset) == 1;
          sink.token(text, start, oneCharacter ? to : from, false);
          start = -1;
          if (oneCharacter) {
            continue;
          }
        }
        sink.token(text, from, to, false);
      }
      run.setLength(0);
    }

    private void append(int codePoint, int from) {
      for (int i = Character.charCount(codePoint); i > 0; i--) {
        starts[run.length() + i - 1] = from;
      }
      run.appendCodePoint(codePoint);
    }

    private static boolean isNumber(byte[] text, int start, int end) {
      for (int i = start; i < end; i++) {
        if (text[i] < '0' || text[i] > '9') {
          return false;
        }
      }
      return true;
    }
  }

  /// Loads the dictionary on first use. Keeps no state between runs, so all threads share it.
  private static final class Segmenter {
    static final HHMMSegmenter INSTANCE = new HHMMSegmenter();
  }
}
