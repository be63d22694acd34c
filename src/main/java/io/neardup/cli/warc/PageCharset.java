package io.neardup.cli.warc;

import io.neardup.cli.files.Encodings;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Decodes pages as browsers do (HTML Standard, section 13.2.3): by a byte order mark, the header
/// of HTTP, or the first 1,024 bytes of HTML.
final class PageCharset {

  private static final int PRESCANNED = 1024;
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?(-->|$)");
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)<(?:meta\\s[^>]*?charset|\\?xml\\s[^>]*?encoding)\\s*=\\s*[\"']?\\s*([^\\s\"'/>;?]+)");

  /// What browsers take for others (Encoding Standard, section 4.2), by the names of Java.
  private static final Map<String, String> WIDER =
      Map.of(
          "ISO-8859-1", "windows-1252",
          "US-ASCII", "windows-1252",
          "ISO-8859-9", "windows-1254",
          "TIS-620", "x-windows-874",
          "GB2312", "GB18030",
          "GBK", "GB18030",
          "Shift_JIS", "windows-31j",
          "EUC-KR", "x-windows-949",
          "Big5", "Big5-HKSCS",
          "UTF-16", "UTF-16LE");

  private PageCharset() {}

  /// Decodes a page. What is not of its encoding is replaced by U+FFFD. Without any name, it is
  /// UTF-8 if all of it is, else windows-1252.
  ///
  /// @param named the encoding by the header of HTTP, null if it has none
  /// @param isHtml whether the page may name its encoding
  static String decode(byte[] page, @Nullable String named, boolean isHtml) {
    Charset charset =
        Encodings.ofMark(page)
            .or(() -> Optional.ofNullable(named).flatMap(PageCharset::of))
            .or(() -> isHtml ? inside(page) : Optional.empty())
            .orElseGet(() -> isUtf8(page) ? StandardCharsets.UTF_8 : windows1252());
    String text = new String(page, charset);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static Optional<Charset> inside(byte[] page) {
    int length = Math.min(page.length, PRESCANNED);
    String begin = new String(page, 0, length, StandardCharsets.ISO_8859_1);
    Matcher name = NAMED.matcher(COMMENT.matcher(begin).replaceAll(""));
    // A page whose begin was read as ASCII is not UTF-16.
    return name.find()
        ? of(name.group(1))
            .map(charset -> charset.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : charset)
        : Optional.empty();
  }

  private static Optional<Charset> of(String label) {
    try {
      Charset charset = Charset.forName(label.strip());
      return Optional.of(Charset.forName(WIDER.getOrDefault(charset.name(), charset.name())));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Charset windows1252() {
    return Charset.forName("windows-1252");
  }

  private static boolean isUtf8(byte[] page) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(page));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }
}
