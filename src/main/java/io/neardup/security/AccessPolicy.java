package io.neardup.security;

import io.neardup.security.AccessProperties.Mode;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Who may come in, decided from what is configured. What would let in more than its user can have
/// meant is refused here, before anything listens.
public final class AccessPolicy {

  private static final String KEYS = "neardup.security.api-keys";
  private static final String MODE = "neardup.security.mode";
  private static final String TOKENS = "spring.security.oauth2.resourceserver.jwt";

  private final Mode mode;
  private final ApiKeys keys;
  private final Tokens tokens;
  private final AccessProperties properties;

  /// @param tokens which tokens are taken
  /// @param addresses on which the service is to listen; null for all
  /// @throws UnsafeAccessException if that is not safe, or contradicts itself
  AccessPolicy(AccessProperties properties, Tokens tokens, Listening... addresses) {
    this.properties = properties;
    this.tokens = tokens;
    this.keys = new ApiKeys(properties.apiKeys());
    boolean hasKeys = tokens != Tokens.NONE || !keys.isEmpty();
    this.mode = properties.mode() != null ? properties.mode() : hasKeys ? Mode.KEYS : Mode.LOOPBACK;
    requireConsistent(hasKeys);
    if (mode == Mode.LOOPBACK) {
      Stream.of(addresses).forEach(AccessPolicy::requireLoopback);
    }
    requireNamedOrigins();
    requireAudience();
  }

  /// Which tokens are taken, as far as that is said by whom they are made for.
  enum Tokens {
    /// None.
    NONE,

    /// Those that name this service as their audience.
    FOR_THIS_SERVICE,

    /// Whichever the issuer has made.
    FOR_ANY_SERVICE
  }

  /// Where a port is to be listened on.
  ///
  /// @param key of the configuration that says so
  /// @param address null for all
  record Listening(String key, @Nullable InetAddress address) {}

  /// Who may call.
  Mode mode() {
    return mode;
  }

  /// The keys.
  ApiKeys keys() {
    return keys;
  }

  /// Whether the Host header is looked at.
  boolean checksHosts() {
    return mode == Mode.LOOPBACK || !properties.allowedHosts().isEmpty();
  }

  /// Names of the service besides those of this machine.
  Set<String> hosts() {
    return Set.copyOf(properties.allowedHosts());
  }

  /// Whose pages may call.
  Set<String> origins() {
    return Set.copyOf(properties.cors().allowedOrigins());
  }

  /// A sentence for those who start the service.
  public String summary() {
    return switch (mode) {
      case LOOPBACK ->
          "Whoever is on this machine may call, nobody else (neardup.security.mode=loopback)";
      case KEYS ->
          "Callers need "
              + (keys.isEmpty()
                  ? "a token"
                  : tokens != Tokens.NONE ? "an API key or a token" : "an API key")
              + " (neardup.security.mode=keys)";
      case OPEN ->
          "Whoever reaches the port may read and delete everything (neardup.security.mode=open)";
    };
  }

  /// What those who start the service should change, if anything.
  public Optional<String> warning() {
    return properties.apiKeys().stream().anyMatch(key -> key.key() != null)
        ? Optional.of(
            "A key stands in the configuration itself, where whoever reads it has it; once this is"
                + " tried out, put its hash there as key-sha256")
        : Optional.empty();
  }

  private void requireConsistent(boolean hasKeys) {
    if (mode == Mode.KEYS && !hasKeys) {
      throw new UnsafeAccessException(
          MODE + "=keys, and there is neither a key nor an issuer of tokens, so nobody could call.",
          "Configure " + KEYS + " or " + TOKENS + ", or leave the mode out.");
    }
    if (mode != Mode.KEYS && hasKeys) {
      throw new UnsafeAccessException(
          MODE
              + "="
              + mode.name().toLowerCase(Locale.ROOT)
              + ", and there are keys or an issuer of tokens, which nobody would be asked for.",
          "Set " + MODE + "=keys, or take the keys out.");
    }
  }

  private static void requireLoopback(Listening listening) {
    InetAddress address = listening.address();
    if (address == null || !address.isLoopbackAddress()) {
      throw new UnsafeAccessException(
          "The service would listen on "
              + (address == null ? "every address" : address.getHostAddress())
              + " ("
              + listening.key()
              + ") and let in whoever reaches it.",
          "Configure "
              + KEYS
              + " (docs/operations.md shows how), or listen on 127.0.0.1, or set "
              + MODE
              + "=open where something else decides who reaches the port: in a container,"
              + " 'docker run -e NEARDUP_SECURITY_MODE=open -p 127.0.0.1:8080:8080'.");
    }
  }

  /// An issuer makes tokens for many services, and many services have a role that is called admin.
  private void requireAudience() {
    if (tokens == Tokens.FOR_ANY_SERVICE && !properties.jwt().anyAudience()) {
      throw new UnsafeAccessException(
          TOKENS
              + ".audiences is missing, so that a token that the issuer has made for another service"
              + " would be good here, with the roles that it has there.",
          "Configure the audience that the issuer puts into tokens for this service, or set"
              + " neardup.security.jwt.any-audience=true if it makes tokens for no other.");
    }
  }

  private void requireNamedOrigins() {
    for (String origin : properties.cors().allowedOrigins()) {
      if (origin.equals("*") ? mode != Mode.KEYS : !origin.matches("https?://[^/*\\s]+")) {
        throw new UnsafeAccessException(
            "neardup.security.cors.allowed-origins has '" + origin + "'.",
            "Give origins such as https://search.example.org; * is taken with mode keys alone, as"
                + " every web page could call otherwise.");
      }
    }
  }
}
