package io.neardup.cli.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The encoding of a text: UTF-8, unless it begins with the byte order mark of another one. Nothing
/// is guessed, as a wrong guess would change texts unnoticed.
public final class Encodings {

  /// What to do about a text of another encoding.
  public static final String REMEDY =
      "name the encoding of the file by --encoding, such as windows-1252";

  private static final String BINARY =
      "is not text in UTF-8: it has control characters; if it is text, name its encoding by"
          + " --encoding, such as UTF-16LE";
  private static final Pattern TAR = Pattern.compile("ustar(\0|  \0).*", Pattern.DOTALL);
  private static final int TAR_MAGIC = 257; // its place
  private static final Set<Charset> OF_EITHER_ORDER =
      Set.of(StandardCharsets.UTF_16, StandardCharsets.UTF_32);
  private static final String TEXT_CONTROLS = "\t\n\r\f\b\u001b";
  private static final int MOST_CONTROLS = 20; // one in so many bytes

  /// By the byte order mark, as the characters of its bytes; the mark of UTF-32 begins with the
  /// mark of UTF-16.
  private static final Map<String, Charset> MARKS =
      Map.of(
          "\u00FF\u00FE\0\0", StandardCharsets.UTF_32LE,
          "\0\0\u00FE\u00FF", StandardCharsets.UTF_32BE,
          "\u00FF\u00FE", StandardCharsets.UTF_16LE,
          "\u00FE\u00FF", StandardCharsets.UTF_16BE,
          "\u00EF\u00BB\u00BF", StandardCharsets.UTF_8);

  private Encodings() {}

  /// The encoding of a text.
  ///
  /// @param first the first bytes of the text
  public static Charset of(byte[] first) {
    return ofMark(first).orElse(StandardCharsets.UTF_8);
  }

  /// The encoding that a byte order mark shows.
  ///
  /// @param first the first bytes of the text
  public static Optional<Charset> ofMark(byte[] first) {
    String begin =
        new String(first, 0, Math.min(first.length, Integer.BYTES), StandardCharsets.ISO_8859_1);
    return MARKS.keySet().stream()
        .filter(begin::startsWith)
        .max((one, other) -> one.length() - other.length())
        .map(MARKS::get);
  }

  /// Checks that a file is a text: no tar archive and, if its encoding is not named, not binary. In
  /// UTF-16 and UTF-32 without a named order of bytes, it must have a mark.
  ///
  /// @param first its first bytes
  /// @param requested its encoding, null if it is not named
  /// @throws FileFailure if it is none
  static void requireText(String name, byte[] first, @Nullable Charset requested) {
    String begin = new String(first, StandardCharsets.ISO_8859_1);
    FileFailure.require(
        begin.length() < TAR_MAGIC || !TAR.matcher(begin.substring(TAR_MAGIC)).matches(),
        name,
        "is a tar archive; unpack it, and read the files that it has");
    FileFailure.require(requested != null || isText(first), name, BINARY);
    if (requested != null && OF_EITHER_ORDER.contains(requested) && first.length > 0) {
      String either = requested.name();
      FileFailure.require(
          ofMark(first).filter(mark -> mark.name().startsWith(either)).isPresent(),
          name,
          "has no byte order mark of "
              + either
              + "; name the encoding "
              + either
              + "LE or "
              + either
              + "BE");
    }
  }

  /// Whether bytes have a byte order mark, or are not binary.
  static boolean isText(byte[] first) {
    return ofMark(first).isPresent() || !isBinary(new String(first, StandardCharsets.ISO_8859_1));
  }

  private static boolean isBinary(String bytes) {
    long controls =
        bytes.chars().filter(each -> each < ' ' && TEXT_CONTROLS.indexOf(each) < 0).count();
    return controls * MOST_CONTROLS > bytes.length();
  }

  /// Decodes a whole text.
  ///
  /// @param requested the encoding, if it is known
  /// @param notes receives how it is read, unless that is requested or UTF-8
  /// @throws FileFailure if it is not of its encoding
  public static String decode(
      String name, byte[] text, Optional<Charset> requested, Consumer<String> notes) {
    requireText(name, text, requested.orElse(null));
    Charset encoding = requested.orElseGet(() -> of(text));
    if (requested.isEmpty() && !encoding.equals(StandardCharsets.UTF_8)) {
      notes.accept(name + " is read in " + encoding + " (--encoding)");
    }
    try {
      String decoded = encoding.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      return decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    } catch (CharacterCodingException e) {
      throw new FileFailure(name + ": is not " + encoding + "; " + REMEDY, e);
    }
  }
}
