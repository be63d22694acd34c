package io.neardup.security;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Who may come in.
///
/// @param mode Who may call: loopback (everybody on this machine, and nobody else), keys (whoever
///   has a key or a token) or open (whoever reaches the port). Left out, it is keys if keys or
///   tokens are configured, and loopback if not.
/// @param apiKeys The keys, for mode keys.
/// @param jwt How tokens (JWT) are read; spring.security.oauth2.resourceserver.jwt says whose.
/// @param allowedHosts Names besides localhost under which the service may be called, without the
///   port. Left out, mode loopback takes none and the other modes take all.
/// @param cors Which web pages of others may call.
@ConfigurationProperties("neardup.security")
record AccessProperties(
    @Nullable Mode mode,
    @DefaultValue List<ApiKey> apiKeys,
    @DefaultValue Jwt jwt,
    @DefaultValue List<String> allowedHosts,
    @DefaultValue Cors cors) {

  /// Who may call.
  enum Mode {
    /// Everybody on this machine, and nobody else.
    LOOPBACK,

    /// Whoever has a key or a token.
    KEYS,

    /// Whoever reaches the port.
    OPEN
  }

  /// A key and what it is good for.
  ///
  /// @param name Whose key it is, for the log: letters, digits, dots, dashes and underscores.
  /// @param keySha256 The SHA-256 of the key, in hex. The key itself is best 32 random bytes in
  ///   hex.
  /// @param key The key itself, for trying out: whoever reads the configuration has it.
  /// @param roles What it is good for: read, write (and read), admin (everything).
  /// @param collections The only collections it is good for; all if left out.
  /// @param requestsPerSecond How many requests it may send a second, 0 for any number;
  ///   neardup.limits.requests-per-second if left out.
  record ApiKey(
      @Nullable String name,
      @Nullable String keySha256,
      @Nullable String key,
      @DefaultValue Set<Role> roles,
      @Nullable Set<String> collections,
      @Nullable Integer requestsPerSecond) {

    /// Leaves the key out.
    @Override
    public String toString() {
      return "ApiKey[name=" + name + ", roles=" + roles + ", collections=" + collections + "]";
    }
  }

  /// How tokens are read.
  ///
  /// @param rolesClaim The claim that names the roles, as an array or with spaces between; dots
  ///   lead into objects, such as realm_access.roles.
  /// @param rolePrefix What stands before read, write and admin in that claim, such as neardup:.
  /// @param collectionsClaim The claim that names the only collections the token is good for; a
  ///   token without it is good for all.
  /// @param anyAudience Whether tokens that were made for other services are good here, with the
  ///   roles that they have there; only for an issuer that serves this service alone.
  record Jwt(
      @DefaultValue("roles") String rolesClaim,
      @DefaultValue("") String rolePrefix,
      @DefaultValue("collections") String collectionsClaim,
      @DefaultValue("false") boolean anyAudience) {}

  /// Which web pages of others may call.
  ///
  /// @param allowedOrigins Their origins, such as https://search.example.org; none if left out.
  record Cors(@DefaultValue List<String> allowedOrigins) {}
}
