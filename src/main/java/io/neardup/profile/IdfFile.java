package io.neardup.profile;

import io.neardup.simhash.IdfTable;
import io.neardup.text.DecimalNumber;
import io.neardup.text.NormalizedText;
import io.neardup.text.Tokenizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads an [IdfTable] from a file of UTF-8 lines, a word and its idf separated by a tab:
///
/// ```
/// the	1.02
/// fingerprint	9.7
/// ```
///
/// If the first line is `#documents` with the number of documents, lines have a word and its
/// document frequency:
///
/// ```
/// #documents	25000
/// the	24800
/// fingerprint	3
/// ```
///
/// Words are normalised and tokenised like the texts, so `The` is allowed; if features are pairs of
/// words, a line has both, separated by a space. A word can be replaced by the 64-bit hash of the
/// feature, `#` and 16 hex digits. Empty lines are skipped.
public final class IdfFile {

  /// The maximum size of a file.
  public static final long MAX_BYTES = 512L << 20;

  /// The beginning of the first line of a file with document frequencies.
  static final String HEADER = "#documents";

  private static final Pattern HASH = Pattern.compile("#[0-9a-f]{16}");

  private final Function<String, NormalizedText> normalizer;
  private final Tokenizer tokenizer;
  private final List<Integer> shingles;
  private final IdfTable.Builder table = new IdfTable.Builder();
  private long documents = -1; // -1 if the file has idf

  private IdfFile(
      Function<String, NormalizedText> normalizer, Tokenizer tokenizer, List<Integer> shingles) {
    this.normalizer = normalizer;
    this.tokenizer = tokenizer;
    this.shingles = shingles;
  }

  /// Reads `file`. O(bytes).
  ///
  /// @param normalizer of the texts
  /// @param tokenizer of the texts
  /// @param shingles numbers of tokens of a feature, ascending
  /// @throws IllegalArgumentException if the file is malformed; the message names file and line
  public static IdfTable read(
      Path file,
      Function<String, NormalizedText> normalizer,
      Tokenizer tokenizer,
      List<Integer> shingles)
      throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IllegalArgumentException(file + " must have at most 512 MB");
    }
    IdfFile reader = new IdfFile(normalizer, tokenizer, shingles);
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reader.line(++number, line);
      }
      return reader.table.build();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not UTF-8 after line " + number, e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ", line " + number + ": " + e.getMessage(), e);
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(file + " has no words", e);
    }
  }

  private void line(int number, String line) {
    if (line.isBlank()) {
      return;
    }
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw new IllegalArgumentException("must be a word and a number separated by a tab");
    }
    String word = line.substring(0, tab);
    String value = line.substring(tab + 1).strip();
    if (number == 1 && word.equals(HEADER)) {
      documents = parseCount(value);
    } else if (!table.add(feature(word), documents < 0 ? parseIdf(value) : idf(value))) {
      throw new IllegalArgumentException("'" + word + "' is also on an earlier line");
    }
  }

  private long feature(String word) {
    if (HASH.matcher(word).matches()) {
      return Long.parseUnsignedLong(word, 1, word.length(), 16);
    }
    TokenHashes tokens = tokens(normalizer, tokenizer, word);
    if (!isOneFeature(tokens, shingles)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "'%s' must be one feature of a text, which has %s tokens; it has %d",
              word,
              shingles.stream().map(String::valueOf).collect(Collectors.joining(" or ")),
              tokens.size()));
    }
    return feature(tokens);
  }

  private static TokenHashes tokens(
      Function<String, NormalizedText> normalizer, Tokenizer tokenizer, String word) {
    TokenHashes tokens = TokenHashes.unnamed(1);
    tokenizer.tokenize(normalizer.apply(word), tokens);
    return tokens;
  }

  private static boolean isOneFeature(TokenHashes tokens, List<Integer> shingles) {
    int size = tokens.size();
    return size > 0 && (size < shingles.getFirst() || shingles.contains(size));
  }

  /// The feature formed by all tokens.
  private static long feature(TokenHashes tokens) {
    long[] feature = new long[1];
    tokens.forEach(List.of(tokens.size()), (hash, name) -> feature[0] = hash);
    return feature[0];
  }

  private double idf(String count) {
    return IdfTable.idf(parseCount(count), documents);
  }

  private static long parseCount(String value) {
    try {
      long count = Long.parseLong(value);
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // The message below serves both.
    }
    throw new IllegalArgumentException("count must be a whole number, was '" + value + "'");
  }

  private static double parseIdf(String value) {
    try {
      return Double.parseDouble(DecimalNumber.require(value));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("idf must be a number, was '" + value + "'", e);
    }
  }
}
