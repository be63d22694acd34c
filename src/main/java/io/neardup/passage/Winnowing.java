package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.Arrays;

/// Selects the anchors of a text: a few hashes of its token runs, chosen so that texts with a
/// common passage have a common anchor.
///
/// A character of a script without spaces counts as three quarters of a word.
///
/// @param run the length of the hashed runs, in words, 1 to 16
/// @param window at least one in this many words begins a selected run, 1 to 32
public record Winnowing(int run, int window) {

  /* Schleimer, Wilkerson, Aiken: Winnowing: Local Algorithms for Document Fingerprinting, SIGMOD 2003.

      tokens     t0 t1 t2 t3 t4 t5 t6 t7 t8 t9 …
      runs       [ h0        ]
                    [ h1        ]                       a hash for the run from each token
                       [ h2        ]  …
      windows    h0 h1 h2 h3
                    h1 h2 h3 h4                         of each, the least is selected,
                       h2 h3 h4 h5  …                   of equal ones the last

  Neighbouring windows mostly have the same minimum, so about 2 of w + 1 runs are selected. A window's selection
  depends only on its own tokens. Two texts with a common passage as long as a window plus the rest of its last
  run (w + k - 1 words) therefore select a common run there.

  Runs and windows end at the first token that makes them long enough; this, too, depends only on their own
  tokens, so the property holds for texts in several scripts. Runs of 8 characters are a compromise: runs of 12
  miss about twice as many quotations in Chinese messages, and runs of 6 are shared by about twice as many
  unrelated ones.

  Run hashes are polynomials of token hashes: when the run advances, one token is added and one subtracted. A
  window's minimum stays until a smaller hash comes, or until it leaves the window, which is then searched
  again. Both are rare, so branches predict well: a queue of ascending hashes (Lemire 2006) has a better bound
  but takes longer. O(tokens), O(tokens · window) for chosen texts. */

  /// Runs of 6 words or 8 characters; at least one anchor per 12 words or 16 characters.
  public static final Winnowing STANDARD = new Winnowing(6, 12);

  private static final int WORD = 4; // lengths are counted in quarters of words
  private static final int CHARACTER = 3;
  private static final int MAX_RUN = 16;
  private static final int MAX_WINDOW = 32;
  private static final int RECENT = 64; // a power of two, more than the characters of a window

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private static final long[] POWERS = new long[characters(MAX_RUN) + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * FACTOR;
    }
  }

  /// Rejects lengths out of range.
  public Winnowing {
    if (run < 1 || run > MAX_RUN) {
      throw new IllegalArgumentException("run must be 1 to 16 words, was " + run);
    }
    if (window < 1 || window > MAX_WINDOW) {
      throw new IllegalArgumentException("window must be 1 to 32 words, was " + window);
    }
  }

  /// Finds every common passage of some number of words if a run is not longer. The fewer words,
  /// the more anchors; as many as [#STANDARD] at least.
  public static Winnowing finding(int words) {
    return new Winnowing(STANDARD.run, Math.clamp(words - STANDARD.run + 1L, 1, STANDARD.window));
  }

  /// The length of a token in quarters of words.
  static int length(TextTokens tokens, int token) {
    return tokens.isSpaceless(token) ? CHARACTER : WORD;
  }

  /// The end of the hashed run that begins with a token.
  public int runEnd(TextTokens tokens, int token) {
    int end = token;
    for (int length = 0; length < run * WORD && end < tokens.size(); end++) {
      length += length(tokens, end);
    }
    return end;
  }

  private static int characters(int words) {
    return (words * WORD + CHARACTER - 1) / CHARACTER;
  }

  /// Every common passage of at least this many words is found.
  public int guaranteedWords() {
    return run + window - 1;
  }

  /// Every common passage of at least this many characters in scripts without spaces is found.
  public int guaranteedCharacters() {
    return characters(run) + characters(window) - 1;
  }

  /// The largest number of tokens in a run that contains one anchor.
  ///
  /// @param spaceless whether tokens may be characters in scripts without spaces
  int tokensOfOneAnchor(boolean spaceless) {
    return spaceless ? characters(run) + 2 * characters(window) - 2 : run + 2 * window - 2;
  }

  /// Selects the anchors of a text. A text shorter than a window has one anchor, a text shorter
  /// than a run none. O(tokens).
  public Anchors anchors(TextTokens tokens) {
    Selection selection = new Selection(tokens.size() / 6 + 4);
    int first = 0; // of the window
    int windowLength = 0;
    for (Runs runs = new Runs(tokens, run * WORD); runs.next(); ) {
      selection.add(runs.start, mix(runs.hash));
      windowLength += length(tokens, runs.start);
      for (; windowLength >= window * WORD; first++) {
        selection.select(first);
        windowLength -= length(tokens, first);
      }
    }
    if (first == 0) {
      selection.select(0);
    }
    return selection.anchors();
  }

  /// The runs of a text that may be anchors of another text. O(tokens).
  Anchors runs(TextTokens tokens, AnchoredText among) {
    Selection selection = new Selection(among.anchors().size() / 2 + 4);
    for (Runs runs = new Runs(tokens, run * WORD); runs.next(); ) {
      long hash = mix(runs.hash);
      if (among.mayHave(hash)) {
        selection.append(runs.start, hash);
      }
    }
    return selection.anchors();
  }

  /// The finalizer of MurmurHash3: polynomials have weak low bits.
  private static long mix(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }

  /// Iterates over the runs of a text.
  private static final class Runs {

    private final TextTokens tokens;
    private final int least; // length, in quarters of words
    private int start = -1; // of the current run
    private int end;
    private int length;
    private long hash;

    Runs(TextTokens tokens, int least) {
      this.tokens = tokens;
      this.least = least;
    }

    /// Advances by a token; false after the last run.
    boolean next() {
      if (start >= 0) {
        hash -= tokens.hash(start) * POWERS[end - start - 1];
        length -= Winnowing.length(tokens, start);
      }
      start++;
      for (; length < least && end < tokens.size(); end++) {
        hash = hash * FACTOR + tokens.hash(end);
        length += Winnowing.length(tokens, end);
      }
      return length >= least;
    }
  }

  /// The minimum of a window, and the selected runs.
  private static final class Selection {

    private final long[] recent = new long[RECENT]; // hashes of the last runs, by token
    private int last = -1; // the token of the last run
    private int least; // token of the window's minimum
    private long leastHash = Long.MAX_VALUE;
    private long[] hashes;
    private int[] tokens;
    private int size;

    Selection(int expected) {
      hashes = new long[expected];
      tokens = new int[expected];
    }

    void add(int token, long hash) {
      recent[token & RECENT - 1] = hash;
      last = token;
      if (hash <= leastHash) {
        least = token;
        leastHash = hash;
      }
    }

    /// Selects the minimum of the window that begins at `first`, unless it is already selected.
    void select(int first) {
      if (last < 0) {
        return;
      }
      if (least < first) {
        leastHash = Long.MAX_VALUE;
        for (int token = first; token <= last; token++) {
          if (recent[token & RECENT - 1] <= leastHash) {
            least = token;
            leastHash = recent[token & RECENT - 1];
          }
        }
      }
      if (size == 0 || tokens[size - 1] != least) {
        append(least, leastHash);
      }
    }

    void append(int token, long hash) {
      if (size == tokens.length) {
        hashes = Arrays.copyOf(hashes, size * 2);
        tokens = Arrays.copyOf(tokens, size * 2);
      }
      hashes[size] = hash;
      tokens[size++] = token;
    }

    Anchors anchors() {
      return new Anchors(hashes, tokens, size);
    }
  }
}
