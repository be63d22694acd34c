package io.neardup.security;

import io.neardup.security.AccessProperties.Mode;
import io.neardup.service.InvalidConfigurationException;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The access rules derived from the configuration. Rejects configurations that would admit more
/// callers than intended, before any port is opened.
public final class AccessPolicy {

  private static final String KEYS = "neardup.security.api-keys";
  private static final String MODE = "neardup.security.mode";
  private static final String TOKENS = "spring.security.oauth2.resourceserver.jwt";

  private final Mode mode;
  private final ApiKeys keys;
  private final AcceptedTokens tokens;
  private final AccessProperties properties;

  /// @param tokens which tokens are accepted
  /// @param addresses the service will listen on; null for all
  /// @throws InvalidConfigurationException if the configuration is unsafe or contradictory
  AccessPolicy(AccessProperties properties, AcceptedTokens tokens, Listening... addresses) {
    this.properties = properties;
    this.tokens = tokens;
    this.keys = new ApiKeys(properties.apiKeys());
    boolean hasKeys = tokens != AcceptedTokens.NONE || !keys.isEmpty();
    this.mode = properties.mode() != null ? properties.mode() : hasKeys ? Mode.KEYS : Mode.LOOPBACK;
    requireConsistent(hasKeys);
    if (mode == Mode.LOOPBACK) {
      Stream.of(addresses).forEach(AccessPolicy::requireLoopback);
    }
    requireNamedOrigins();
    requireAudience();
  }

  /// Which tokens are accepted, by their audience.
  enum AcceptedTokens {
    /// None.
    NONE,

    /// Tokens that name this service as their audience.
    FOR_THIS_SERVICE,

    /// Tokens of the issuer for any service.
    FOR_ANY_SERVICE
  }

  /// The address of a port to open.
  ///
  /// @param key the configuration key that sets it
  /// @param address null for all
  record Listening(String key, @Nullable InetAddress address) {}

  /// How callers are authenticated.
  Mode mode() {
    return mode;
  }

  /// The keys.
  ApiKeys keys() {
    return keys;
  }

  /// Whether the Host header is checked.
  boolean checksHosts() {
    return mode == Mode.LOOPBACK || !properties.allowedHosts().isEmpty();
  }

  /// Names of the service besides this machine's.
  Set<String> hosts() {
    return Set.copyOf(properties.allowedHosts());
  }

  /// The web page origins that may call.
  Set<String> origins() {
    return Set.copyOf(properties.cors().allowedOrigins());
  }

  /// A sentence for the log that states who may call.
  public String summary() {
    return switch (mode) {
      case LOOPBACK -> "Only clients on this machine may call (neardup.security.mode=loopback)";
      case KEYS ->
          "Callers need "
              + (keys.isEmpty()
                  ? "a token"
                  : tokens != AcceptedTokens.NONE ? "an API key or a token" : "an API key")
              + " (neardup.security.mode=keys)";
      case OPEN ->
          "Every client that reaches the port may read and delete everything"
              + " (neardup.security.mode=open)";
    };
  }

  /// Advice to change the configuration, if any.
  public Optional<String> warning() {
    return properties.apiKeys().stream().anyMatch(key -> key.key() != null)
        ? Optional.of(
            "The configuration contains an API key in plain text; after testing, replace it by its"
                + " hash (key-sha256)")
        : Optional.empty();
  }

  private void requireConsistent(boolean hasKeys) {
    if (mode == Mode.KEYS && !hasKeys) {
      throw new InvalidConfigurationException(
          MODE
              + "=keys, but neither keys nor an issuer of tokens are configured: nobody could"
              + " call.",
          "Configure " + KEYS + " or " + TOKENS + ", or remove the mode.");
    }
    if (mode != Mode.KEYS && hasKeys) {
      throw new InvalidConfigurationException(
          MODE
              + "="
              + mode.name().toLowerCase(Locale.ROOT)
              + ", but keys or an issuer of tokens are configured, which would not be required.",
          "Set " + MODE + "=keys, or remove the keys.");
    }
  }

  private static void requireLoopback(Listening listening) {
    InetAddress address = listening.address();
    if (address == null || !address.isLoopbackAddress()) {
      throw new InvalidConfigurationException(
          "The service would listen on "
              + (address == null ? "every address" : address.getHostAddress())
              + " ("
              + listening.key()
              + ") and admit every client that reaches it.",
          "Configure "
              + KEYS
              + " (docs/access.md shows how), or listen on 127.0.0.1, or set "
              + MODE
              + "=open if the network restricts access to the port, for example in a container:"
              + " 'docker run -e NEARDUP_SECURITY_MODE=open -p 127.0.0.1:8080:8080'.");
    }
  }

  /// An issuer's tokens may be meant for other services, which often have a role called admin, too.
  private void requireAudience() {
    if (tokens == AcceptedTokens.FOR_ANY_SERVICE && !properties.jwt().anyAudience()) {
      throw new InvalidConfigurationException(
          TOKENS
              + ".audiences is missing: a token that the issuer made for another service would be"
              + " accepted here, with the roles that it has there.",
          "Configure the audience that the issuer puts into tokens for this service, or set"
              + " neardup.security.jwt.any-audience=true if it makes tokens for no other service.");
    }
  }

  private void requireNamedOrigins() {
    for (String origin : properties.cors().allowedOrigins()) {
      if (origin.equals("*") ? mode != Mode.KEYS : !origin.matches("https?://[^/*\\s]+")) {
        throw new InvalidConfigurationException(
            "neardup.security.cors.allowed-origins must list origins, was '" + origin + "'.",
            "Configure origins such as https://search.example.org; * is allowed only in mode keys,"
                + " because otherwise every web page could call.");
      }
    }
  }
}
