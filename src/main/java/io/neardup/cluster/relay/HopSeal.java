package io.neardup.cluster.relay;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Signs what instances say to each other in headers, by HMAC-SHA256 with the key that they share.
/* A header is a list of fields in the format of a query, and ends with a signature. That of a hop
covers the method and the target of its request and the time, so that it cannot be used for another
one, nor later. That of a refusal covers the hop that is refused.

Clocks of instances may differ by hours. Therefore an instance that finds the time of a valid hop too
far from its own says its own time in the refusal, and the other one uses it from then on. */
public final class HopSeal {

  /// The header of forwarded requests.
  public static final String HEADER = "Neardup-Hop";

  /// The header of answers that say that the request was not read.
  static final String REFUSAL = "Neardup-Not-Read";

  /// How far the time of a hop may be from that of the instance that reads it.
  static final Duration TOLERANCE = Duration.ofSeconds(60);

  private static final String ALGORITHM = "HmacSHA256";
  private static final String SIGNATURE = "&mac=";
  private static final String TIME = "time";
  private static final String CALLER = "caller";
  private static final String SCHEME = "scheme";
  private static final String PORT = "port";
  private static final String ATTRIBUTE = "a.";

  private final Mac mac;
  private final InstantSource clock;

  /// @param secret which all instances have
  public HopSeal(String secret, InstantSource clock) {
    try {
      this.mac = Mac.getInstance(ALGORITHM);
      this.mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    this.clock = clock;
  }

  /// A hop as it arrived.
  ///
  /// @param hop null if its time is too far away
  record Opened(@Nullable Hop hop) {}

  /// The value of [#HEADER].
  ///
  /// @param offset what to add to the time of this instance
  String seal(Hop hop, Call call, Duration offset) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(TIME, Long.toString(clock.millis() + offset.toMillis()));
    fields.put(CALLER, hop.caller());
    fields.put(SCHEME, hop.scheme());
    fields.put(PORT, Integer.toString(hop.port()));
    hop.attributes().forEach((name, value) -> fields.put(ATTRIBUTE + name, value));
    return sign(context(call), fields);
  }

  /// Reads a hop; null if it is not signed by an instance for this call.
  @Nullable Opened open(String sealed, Call call) {
    Map<String, String> fields = verify(context(call), sealed);
    if (fields == null) {
      return null;
    }
    long age = clock.millis() - Long.parseLong(fields.remove(TIME));
    if (Math.abs(age) > TOLERANCE.toMillis()) {
      return new Opened(null);
    }
    Map<String, String> attributes = new HashMap<>();
    fields.forEach((name, value) -> {
      if (name.startsWith(ATTRIBUTE)) {
        attributes.put(name.substring(ATTRIBUTE.length()), value);
      }
    });
    return new Opened(
        new Hop(
            fields.getOrDefault(CALLER, ""),
            fields.getOrDefault(SCHEME, ""),
            Integer.parseInt(fields.get(PORT)),
            attributes));
  }

  /// The value of [#REFUSAL], for a hop that was valid.
  String refuse(String sealed) {
    return sign(refusalOf(sealed), Map.of(TIME, Long.toString(clock.millis())));
  }

  /// Whether an instance says that it has not read the request of this hop.
  ///
  /// @return how far the clock of that instance is ahead of this one; null if it does not say so
  @Nullable Duration refused(String refusal, String sealed) {
    Map<String, String> fields = verify(refusalOf(sealed), refusal);
    return fields == null
        ? null
        : Duration.ofMillis(Long.parseLong(fields.get(TIME)) - clock.millis());
  }

  private static String context(Call call) {
    return "hop\n" + call.method() + "\n" + call.target() + "\n";
  }

  private static String refusalOf(String sealed) {
    return "refusal\n" + sealed + "\n";
  }

  private String sign(String context, Map<String, String> fields) {
    StringBuilder text = new StringBuilder();
    fields.forEach((name, value) ->
        text.append(text.isEmpty() ? "" : "&")
            .append(encode(name))
            .append('=')
            .append(encode(value)));
    return text + SIGNATURE + signature(context + text);
  }

  private @Nullable Map<String, String> verify(String context, String sealed) {
    int end = sealed.lastIndexOf(SIGNATURE);
    if (end < 0) {
      return null;
    }
    String text = sealed.substring(0, end);
    byte[] given = sealed.substring(end + SIGNATURE.length()).getBytes(StandardCharsets.UTF_8);
    byte[] right = signature(context + text).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(right, given)) {
      return null;
    }
    Map<String, String> fields = new HashMap<>();
    for (String field : text.split("&", -1)) {
      int mark = field.indexOf('=');
      fields.put(decode(field.substring(0, mark)), decode(field.substring(mark + 1)));
    }
    return fields;
  }

  private String signature(String text) {
    try {
      Mac own = (Mac) mac.clone();
      return HexFormat.of().formatHex(own.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
