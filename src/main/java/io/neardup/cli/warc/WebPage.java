package io.neardup.cli.warc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.ZstdInputStream;
import io.neardup.records.GzipStream;
import io.neardup.records.RecordFault;
import io.neardup.text.HtmlText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;

/// A page of a WARC file. Immutable; the text is extracted anew each time.
///
/// @param number of its record in the file, from 1
/// @param id of the record, without angle brackets
/// @param type of the page
/// @param encodings by which the payload is compressed, the last one last
/// @param payload without the chunks of HTTP; more than [#MAX_BYTES] of a page that is not compared
/// @param damage why the payload is not what it should be, null if it is
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record WebPage(
    long number,
    @Nullable String id,
    @Nullable String url,
    @Nullable String date,
    MediaType type,
    List<String> encodings,
    byte[] payload,
    @Nullable String damage) {

  /// The maximum size of a page that is compared, compressed or not.
  private static final int MAX_BYTES = 16 << 20;

  /// The begin of HTML that is not compressed: white space, also a byte order mark, and a tag.
  private static final Pattern PLAIN =
      Pattern.compile("(\u00EF\u00BB\u00BF)?\\s*<[!?a-zA-Z][\\s -~]{8}");

  private static final Pattern HTTP = Pattern.compile("<?https?://", Pattern.CASE_INSENSITIVE);
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final int BEGIN = 1 << 10; // its greatest length
  private static final int MAX_ENCODINGS = 2;
  private static final int MAX_TAGS = 500_000; // that the tree of a page has in memory
  private static final List<String> HTML = List.of("text/html", "application/xhtml+xml");

  /// The page of a record, null if it has none.
  static @Nullable WebPage of(WarcRecord record, long number) {
    if (record.headers().first("WARC-Segment-Number").isPresent()) {
      return null;
    }
    try {
      return switch (record) {
        case WarcResponse response when isHttp(response.headers()) -> of(response, number);
        case WarcResource _, WarcConversion _ -> {
          MediaType type = type(record.headers());
          yield isHtml(type) || isOf(type, "text/plain")
              ? page(record, number, type, List.of(), Body.of(record.body()))
              : null;
        }
        default -> null;
      };
    } catch (RuntimeException _) {
      return null; // a file that ends here is refused with the next record
    }
  }

  /// Whether a response is one of HTTP; some crawlers say that by its URL alone.
  private static boolean isHttp(MessageHeaders headers) {
    return isOf(type(headers), "application/http")
        || headers
            .first("WARC-Target-URI")
            .filter(uri -> HTTP.matcher(uri).lookingAt())
            .isPresent();
  }

  private static @Nullable WebPage of(WarcResponse record, long number) {
    HttpResponse http;
    try {
      http = record.http();
    } catch (IOException | RuntimeException _) {
      Body none = new Body(new byte[0], "has a response that is no HTTP");
      return page(record, number, MediaType.OCTET_STREAM, List.of(), none);
    }
    MediaType type = type(http.headers());
    if (http.status() / 100 != 2 || !isHtml(type)) {
      return null;
    }
    List<String> codings =
        Stream.of("Content-Encoding", "Transfer-Encoding")
            .flatMap(name -> http.headers().all(name).stream())
            .flatMap(all -> Stream.of(all.split(",", -1)))
            .map(encoding -> encoding.strip().toLowerCase(Locale.ROOT))
            .filter(encoding -> !encoding.isEmpty())
            .toList();
    List<String> encodings = codings.stream().filter(each -> !each.equals("chunked")).toList();
    Body body = Body.of(http.body());
    boolean hasLength =
        encodings.size() == codings.size() && (encodings.isEmpty() || !isPlain(body.bytes));
    return page(record, number, type, encodings, hasLength ? body.ofLength(http.headers()) : body);
  }

  private static WebPage page(
      WarcRecord record, long number, MediaType type, List<String> encodings, Body body) {
    MessageHeaders headers = record.headers();
    return new WebPage(
        number,
        headers.first("WARC-Record-ID").map(WebPage::plain).orElse(null),
        headers.first("WARC-Target-URI").map(WebPage::plain).orElse(null),
        headers.first("WARC-Date").orElse(null),
        type,
        encodings,
        body.bytes,
        body.damage);
  }

  /// The payload of a page, and why it is not what it should be.
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Body(byte[] bytes, @Nullable String damage) {

    static Body of(MessageBody body) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      String damage = null;
      try {
        copy(body.stream(), bytes);
      } catch (IOException _) {
        damage = "has a page that is cut off";
      }
      return new Body(bytes.toByteArray(), damage);
    }

    /// The same, or damaged if it is shorter than HTTP says.
    Body ofLength(MessageHeaders headers) {
      String length = headers.first("Content-Length").orElse("").strip();
      return damage == null
              && LENGTH.matcher(length).matches()
              && bytes.length < Long.parseLong(length)
          ? new Body(bytes, "has a page of " + bytes.length + " bytes, of " + length)
          : this;
    }
  }

  /// A URI without angle brackets.
  static String plain(String uri) {
    return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
  }

  /// The type that a header names, the first of several. A header that is folded over two lines has
  /// white space in unusual places.
  private static MediaType type(MessageHeaders headers) {
    String first = headers.first("Content-Type").orElse("").split(",", 2)[0];
    return MediaType.parseLeniently(first.strip().replaceAll("\\s*;\\s*", ";"));
  }

  private static boolean isOf(MediaType type, String name) {
    return name.equalsIgnoreCase(type.type() + "/" + type.subtype());
  }

  private static boolean isHtml(MediaType type) {
    return HTML.stream().anyMatch(name -> isOf(type, name));
  }

  /// The text: of HTML the article or all text.
  ///
  /// @throws RecordFault if the page is too large, or cannot be decompressed
  String text() throws RecordFault {
    byte[] page = checked(payload);
    if (damage != null) {
      throw fault(damage);
    }
    if (encodings.size() > MAX_ENCODINGS) {
      throw fault("has more than " + MAX_ENCODINGS + " values of Content-Encoding");
    }
    for (String encoding : encodings.reversed()) {
      page = checked(decoded(page, encoding));
    }
    String text = PageCharset.decode(page, type.parameters().get("charset"), isHtml(type));
    if (!isHtml(type)) {
      return text;
    }
    if (text.chars().filter(c -> c == '<').limit(MAX_TAGS + 1L).count() > MAX_TAGS) {
      throw fault("has a page of more than " + MAX_TAGS + " tags");
    }
    return HtmlText.of(text);
  }

  private byte[] checked(byte[] page) throws RecordFault {
    if (page.length > MAX_BYTES) {
      throw fault("has a page of more than " + (MAX_BYTES >> 20) + " MB");
    }
    return page;
  }

  private RecordFault fault(String message) {
    return RecordFault.ofKept(message, id);
  }

  private byte[] decoded(byte[] page, String encoding) throws RecordFault {
    try (InputStream in = decoding(new ByteArrayInputStream(page), page, encoding)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      copy(in, bytes);
      return bytes.toByteArray();
    } catch (EOFException _) {
      throw fault("has a page of " + encoding + " that is cut off");
    } catch (IOException | RuntimeException e) {
      throw fault("has a page that is no valid " + encoding + ": " + e.getMessage());
    }
  }

  private InputStream decoding(InputStream in, byte[] page, String encoding)
      throws IOException, RecordFault {
    if (isPlain(page)) {
      return in; // some crawlers decompress pages, and leave their headers as they were
    }
    return switch (encoding) {
      case "gzip", "x-gzip" -> isGzip(page) ? new GzipStream(in, (_, _) -> {}) : in;
      case "deflate" -> new InflaterInputStream(in, new Inflater(!isZlib(page)));
      case "br" -> new BrotliInputStream(in);
      case "zstd" -> new ZstdInputStream(in);
      case "identity", "none" -> in;
      default -> throw fault("has a page of Content-Encoding '" + encoding + "'");
    };
  }

  private static boolean isPlain(byte[] page) {
    return PLAIN.matcher(new String(page, 0, Math.min(page.length, BEGIN), ISO_8859_1)).lookingAt();
  }

  private static boolean isGzip(byte[] page) {
    return GzipStream.isGzip(Arrays.copyOf(page, 2));
  }

  /// Whether it has the header of RFC 1950, which some servers leave out.
  private static boolean isZlib(byte[] page) {
    byte[] head = Arrays.copyOf(page, 2);
    return (head[0] & 0xF) == 8 && ((head[0] & 0xFF) << 8 | head[1] & 0xFF) % 31 == 0;
  }

  /// Copies the first bytes, more than are compared.
  private static void copy(InputStream in, ByteArrayOutputStream to) throws IOException {
    byte[] buffer = new byte[1 << 13];
    for (int read = 0; read >= 0 && to.size() <= MAX_BYTES; read = in.read(buffer)) {
      to.write(buffer, 0, read);
    }
  }
}
