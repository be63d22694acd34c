package io.neardup.text;

/// Divides a program into lexical tokens without knowing its language: C, C++, C#, Java,
/// JavaScript, Python and languages with similar syntax.
///
/// A token is a name or keyword, a number, a whole string or character literal, or one character of
/// an operator or bracket. White space, comments, braces and semicolons are not tokens: changes
/// that do not affect the program must not count. Comments are `//`, `/* */`, `#` unless it begins
/// a preprocessor directive, and Python's docstrings.
///
/// Accepts every text, program or not, in O(bytes), with one small object per text. Stateless and
/// thread-safe.
public final class CodeTokenizer implements Tokenizer {

  /* Distinguishing comments from code.

  Languages disagree on three signs, whose context decides:

      #    first on its line, before the name of a directive    preprocessor
           first on its line otherwise, or after white space    comment
           anywhere in a directive, or after anything else      operator (#x and a##b of macros, this.#x)
      """  first on its line                                    docstring, a comment
           anywhere else                                        literal
      //   anywhere                                             comment; Python's division loses its divisor

  A wrong guess costs a few tokens, and the same ones in every copy of the line.

  Unclosed tokens do end: a literal with its line, or with the text if it may span lines; a comment with the
  text. So every byte is read once. */

  private static final byte SEPARATOR = 0;
  private static final byte NAME = 1;
  private static final byte DIGIT = 2;
  private static final byte QUOTE = 3;
  private static final byte OPERATOR = 4;

  private static final byte[] ASCII_CLASS = new byte[128];

  static {
    for (int c = '!'; c < 127; c++) {
      ASCII_CLASS[c] = classify(c);
    }
  }

  private static byte classify(int c) {
    if (c == '{' || c == '}' || c == ';') {
      return SEPARATOR;
    }
    if (c >= '0' && c <= '9') {
      return DIGIT;
    }
    if (c == '"' || c == '\'' || c == '`') {
      return QUOTE;
    }
    return Character.isJavaIdentifierPart(c) ? NAME : OPERATOR;
  }

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    new Scanner(text.bytes(), text.length(), sink).scan();
  }

  /// Scans one text from its first byte to its last.
  private static final class Scanner {

    private static final String[] DIRECTIVES = {
      "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line",
      "pragma", "undef", "warning"
    };

    private final byte[] bytes;
    private final int length;
    private final TokenSink sink;
    private int at;
    private boolean firstOnLine = true;
    private boolean inDirective;

    Scanner(byte[] bytes, int length, TokenSink sink) {
      this.bytes = bytes;
      this.length = length;
      this.sink = sink;
    }

    void scan() {
      while (at < length) {
        int start = at;
        switch (classAt(at)) {
          case NAME -> name();
          case DIGIT -> number();
          case QUOTE -> literal();
          case OPERATOR -> operator();
          default -> separator();
        }
        firstOnLine = isNewline(start) || firstOnLine && isBlank(start);
      }
    }

    private void separator() {
      if (isNewline(at)) { // a directive continues after a backslash
        inDirective &= at > 0 && (bytes[at - 1] == '\\' || bytes[at - 1] == '\r');
      }
      at += WordTokenizer.sequenceLength(bytes[at]);
    }

    private void name() {
      int start = at;
      skipName();
      emit(start);
    }

    /// Digits with their letters, points and separators: `0x1F`, `1e-9`, `3.14f`, `1'000`.
    private void number() {
      int start = at++;
      while (at < length && (isNamePart(at) || bytes[at] == '.' || joinsDigits(start))) {
        at += WordTokenizer.sequenceLength(bytes[at]);
      }
      emit(start);
    }

    private boolean joinsDigits(int start) {
      return switch (bytes[at]) {
        case '\'' -> at + 1 < length && classAt(at + 1) == DIGIT;
        case '+', '-' -> opensExponent(start);
        default -> false;
      };
    }

    private boolean opensExponent(int start) {
      int letter = bytes[at - 1] | 0x20; // in lower case
      boolean hex = bytes[start] == '0' && (bytes[start + 1] | 0x20) == 'x';
      return letter == (hex ? 'p' : 'e');
    }

    private void literal() {
      int start = at;
      byte quote = bytes[at];
      if (quote != '`' && isAt(at + 1, quote) && isAt(at + 2, quote)) {
        at += 3;
        skipPast(quote, quote, quote);
        if (!firstOnLine) {
          emit(start);
        }
        return;
      }
      at++;
      while (at < length && bytes[at] != quote && (quote == '`' || !isNewline(at))) {
        at += bytes[at] == '\\' ? 2 : 1;
      }
      at = Math.min(length, isAt(at, quote) ? at + 1 : at);
      emit(start);
    }

    private void operator() {
      byte sign = bytes[at];
      if (sign == '/' && isAt(at + 1, '/')) {
        skipLine();
      } else if (sign == '/' && isAt(at + 1, '*')) {
        at += 2;
        skipPast('*', '/');
      } else if (sign == '.' && at + 1 < length && classAt(at + 1) == DIGIT) {
        number();
      } else if (sign == '#' && opensComment()) {
        skipLine();
      } else {
        at++;
        emit(at - 1);
      }
    }

    private boolean opensComment() {
      if (firstOnLine) {
        inDirective = beforeDirective();
        return !inDirective;
      }
      return !inDirective && isBlank(at - 1);
    }

    private boolean beforeDirective() {
      int start = at + 1;
      while (isAt(start, ' ') || isAt(start, '\t')) {
        start++;
      }
      for (String directive : DIRECTIVES) {
        int end = start + directive.length();
        if (startsWith(directive, start) && (end >= length || !isNamePart(end))) {
          return true;
        }
      }
      return false;
    }

    private boolean startsWith(String word, int start) {
      for (int i = 0; i < word.length(); i++) {
        if (!isAt(start + i, word.charAt(i))) {
          return false;
        }
      }
      return true;
    }

    private void skipName() {
      while (at < length && isNamePart(at)) {
        at += WordTokenizer.sequenceLength(bytes[at]);
      }
    }

    private void skipLine() {
      while (at < length && !isNewline(at)) {
        at++;
      }
    }

    /// Skips to the end of the first run of `signs`, or of the text.
    private void skipPast(int... signs) {
      for (int matched = 0; at < length && matched < signs.length; at++) {
        if (bytes[at] == signs[matched]) {
          matched++;
        } else {
          matched = bytes[at] == signs[0] ? 1 : 0;
        }
      }
    }

    private void emit(int start) {
      sink.token(bytes, start, at, false);
    }

    private boolean isNamePart(int index) {
      byte kind = classAt(index);
      return kind == NAME || kind == DIGIT;
    }

    private boolean isAt(int index, int sign) {
      return index < length && bytes[index] == sign;
    }

    private boolean isNewline(int index) {
      return bytes[index] == '\n' || bytes[index] == '\r';
    }

    private boolean isBlank(int index) {
      return bytes[index] >= 0 && bytes[index] <= ' ';
    }

    private byte classAt(int index) {
      byte lead = bytes[index];
      if (lead >= 0) {
        return ASCII_CLASS[lead];
      }
      int size = WordTokenizer.sequenceLength(lead);
      byte kind = CharacterClass.of(WordTokenizer.decode(bytes, index, size));
      boolean separates = kind == CharacterClass.SEPARATOR || kind == CharacterClass.PICTOGRAPH;
      return separates ? SEPARATOR : NAME;
    }
  }
}
