package io.neardup.cluster.relay;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Signs the headers that instances send each other, by HMAC-SHA256 with their shared key.
/* A header is JSON in Base64, a dot, and a signature. A hop's signature covers method and target of its request
and the time, so that it cannot be replayed for another request or later. A refusal's signature covers the
refused hop.

Clocks of instances may differ by hours. Therefore an instance that finds the time of a valid hop too far from
its own states its own time in the refusal, and the sender uses it from then on. */
public final class HopSeal {

  /// The header of forwarded requests.
  public static final String HEADER = "Neardup-Hop";

  /// The header of answers which state that the request was not read.
  static final String REFUSAL = "Neardup-Not-Read";

  /// How far a hop's time may be from the receiver's clock.
  static final Duration TOLERANCE = Duration.ofSeconds(60);

  private static final String ALGORITHM = "HmacSHA256";
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Mac mac;
  private final InstantSource clock;

  /// @param secret that all instances share
  public HopSeal(String secret, InstantSource clock) {
    try {
      this.mac = Mac.getInstance(ALGORITHM);
      this.mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    this.clock = clock;
  }

  /// A received hop.
  ///
  /// @param hop null if its time is too far off
  record Opened(@Nullable Hop hop) {}

  /// The signed content.
  ///
  /// @param millis the time of the signer
  /// @param hop null in a refusal
  private record Statement(long millis, @Nullable Hop hop) {}

  /// The value of [#HEADER].
  ///
  /// @param offset to add to this instance's time
  String seal(Hop hop, Call call, Duration offset) {
    return sign(context(call), new Statement(clock.millis() + offset.toMillis(), hop));
  }

  /// Reads a hop; null if it is not signed by an instance for this call.
  @Nullable Opened open(String sealed, Call call) {
    Statement said = verify(context(call), sealed);
    return said == null
        ? null
        : new Opened(
            Math.abs(clock.millis() - said.millis) > TOLERANCE.toMillis() ? null : said.hop);
  }

  /// The value of [#REFUSAL], for a hop that was valid.
  String refuse(String sealed) {
    return sign(refusalOf(sealed), new Statement(clock.millis(), null));
  }

  /// Checks whether an instance states that it has not read the request of this hop.
  ///
  /// @return how far that instance's clock is ahead; null if it states no such thing
  @Nullable Duration refused(String refusal, String sealed) {
    Statement said = verify(refusalOf(sealed), refusal);
    return said == null ? null : Duration.ofMillis(said.millis - clock.millis());
  }

  private static String context(Call call) {
    return "hop\n" + call.method() + "\n" + call.target() + "\n";
  }

  private static String refusalOf(String sealed) {
    return "refusal\n" + sealed + "\n";
  }

  private String sign(String context, Statement statement) {
    String text =
        Base64.getUrlEncoder().withoutPadding().encodeToString(MAPPER.writeValueAsBytes(statement));
    return text + "." + signature(context + text);
  }

  private @Nullable Statement verify(String context, String sealed) {
    int end = sealed.lastIndexOf('.');
    if (end < 0) {
      return null;
    }
    String text = sealed.substring(0, end);
    byte[] given = sealed.substring(end + 1).getBytes(StandardCharsets.UTF_8);
    byte[] right = signature(context + text).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(right, given)
        ? MAPPER.readValue(Base64.getUrlDecoder().decode(text), Statement.class)
        : null;
  }

  private String signature(String text) {
    try {
      Mac own = (Mac) mac.clone();
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(own.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
