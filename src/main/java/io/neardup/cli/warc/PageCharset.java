package io.neardup.cli.warc;

import io.neardup.cli.files.Encodings;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Decodes pages as browsers do (HTML Standard, section 13.2.3): by a byte order mark, the header
/// of HTTP, or the first 1,024 bytes of HTML.
final class PageCharset {

  private static final int PRESCANNED = 1024;
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?(-->|$)");
  private static final Pattern XML =
      Pattern.compile("(?i)<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']?([^\\s\"'?>]+)");
  private static final Pattern TAG =
      Pattern.compile("(?i)<([a-z][^\\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("(?i)([^\\s\"'=/>]+)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'>]+))");
  private static final Pattern IN_CONTENT =
      Pattern.compile("(?i)charset\\s*=\\s*[\"']?\\s*([^\\s\"';]+)");

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

  /// Labels of the Encoding Standard that Java does not know, by its names.
  private static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("iso-8859-8-i", "ISO-8859-8"),
          Map.entry("logical", "ISO-8859-8"),
          Map.entry("visual", "ISO-8859-8"),
          Map.entry("korean", "EUC-KR"),
          Map.entry("chinese", "GBK"),
          Map.entry("gb_2312-80", "GBK"),
          Map.entry("x-gbk", "GBK"),
          Map.entry("cn-big5", "Big5"),
          Map.entry("x-x-big5", "Big5"),
          Map.entry("dos-874", "x-windows-874"),
          Map.entry("koi8-ru", "KOI8-U"),
          Map.entry("x-cp1251", "windows-1251"),
          Map.entry("x-cp1252", "windows-1252"),
          Map.entry("macintosh", "x-MacRoman"),
          Map.entry("x-mac-cyrillic", "x-MacCyrillic"));

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
    String begin =
        COMMENT.matcher(new String(page, 0, length, StandardCharsets.ISO_8859_1)).replaceAll("");
    Matcher xml = XML.matcher(begin);
    // A page whose begin was read as ASCII is not UTF-16.
    return TAG.matcher(begin)
        .results()
        .filter(tag -> tag.group(1).equalsIgnoreCase("meta"))
        .map(tag -> charsetOf(tag.group(2)))
        .filter(label -> !label.isEmpty())
        .findFirst()
        .or(() -> xml.find() ? Optional.of(xml.group(1)) : Optional.empty())
        .flatMap(PageCharset::of)
        .map(charset -> charset.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : charset);
  }

  /// The encoding that a `meta` names by its attributes, empty if it names none.
  private static String charsetOf(String attributes) {
    Map<String, String> values = new HashMap<>();
    ATTRIBUTE
        .matcher(attributes)
        .results()
        .forEach(each ->
            values.putIfAbsent(
                each.group(1).toLowerCase(Locale.ROOT),
                Stream.of(2, 3, 4)
                    .map(each::group)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("")));
    Matcher content = IN_CONTENT.matcher(values.getOrDefault("content", ""));
    return "content-type".equalsIgnoreCase(values.get("http-equiv")) && content.find()
        ? values.getOrDefault("charset", content.group(1))
        : values.getOrDefault("charset", "");
  }

  private static Optional<Charset> of(String label) {
    try {
      String plain = label.strip().toLowerCase(Locale.ROOT);
      Charset charset = Charset.forName(LABELS.getOrDefault(plain, plain));
      return Optional.of(Charset.forName(WIDER.getOrDefault(charset.name(), charset.name())));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Charset windows1252() {
    return Charset.forName("windows-1252");
  }

  /// Whether all bytes are UTF-8, but for a last character that is cut.
  private static boolean isUtf8(byte[] page) {
    CharBuffer text = CharBuffer.allocate(page.length);
    return !StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(page), text, false)
        .isError();
  }
}
