package io.neardup.security;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Access control.
///
/// @param mode Which clients may call: loopback (clients on this machine), keys (clients with a key
///   or a token) or open (every client that reaches the port). The default is keys if keys or
///   tokens are configured, else loopback.
/// @param apiKeys The keys, for mode keys.
/// @param jwt How tokens (JWT) are read; spring.security.oauth2.resourceserver.jwt configures their
///   issuer.
/// @param allowedHosts Names besides localhost under which the service may be called, without the
///   port. By default, mode loopback accepts no others and the other modes accept all.
/// @param cors Which web pages of other origins may call.
@ConfigurationProperties("neardup.security")
record AccessProperties(
    @Nullable Mode mode,
    @DefaultValue List<ApiKey> apiKeys,
    @DefaultValue Jwt jwt,
    @DefaultValue List<String> allowedHosts,
    @DefaultValue Cors cors) {

  /// Which clients may call.
  enum Mode {
    /// Clients on this machine.
    LOOPBACK,

    /// Clients with a key or a token.
    KEYS,

    /// Every client that reaches the port.
    OPEN
  }

  /// A key and its permissions.
  ///
  /// @param name The name of the caller in the log: letters, digits, dots, dashes and underscores.
  /// @param keySha256 The SHA-256 of the key, in hex. The key itself should be 32 random bytes in
  ///   hex.
  /// @param key The key itself, for tests: every reader of the configuration can use it.
  /// @param roles Its roles: read, write (includes read), admin (everything).
  /// @param collections The only collections that it may use; all by default.
  /// @param requestsPerSecond Requests per second, 0 for any number;
  ///   neardup.limits.requests-per-second by default.
  record ApiKey(
      @Nullable String name,
      @Nullable String keySha256,
      @Nullable String key,
      @DefaultValue Set<Role> roles,
      @Nullable Set<String> collections,
      @Nullable Integer requestsPerSecond) {

    /// Omits the key.
    @Override
    public String toString() {
      return "ApiKey[name=" + name + ", roles=" + roles + ", collections=" + collections + "]";
    }
  }

  /// How tokens are read.
  ///
  /// @param rolesClaim The claim with the roles, as an array or separated by spaces; dots select
  ///   fields of objects, such as realm_access.roles.
  /// @param rolePrefix The prefix of read, write and admin in that claim, such as neardup:.
  /// @param collectionsClaim The claim with the only collections that the token may use; without
  ///   it, the token may use all.
  /// @param anyAudience Whether tokens made for other services are accepted, with the roles that
  ///   they have there; only for an issuer that serves this service alone.
  record Jwt(
      @DefaultValue("roles") String rolesClaim,
      @DefaultValue("") String rolePrefix,
      @DefaultValue("collections") String collectionsClaim,
      @DefaultValue("false") boolean anyAudience) {}

  /// Which web pages of other origins may call.
  ///
  /// @param allowedOrigins Their origins, such as https://search.example.org; none by default.
  record Cors(@DefaultValue List<String> allowedOrigins) {}
}
