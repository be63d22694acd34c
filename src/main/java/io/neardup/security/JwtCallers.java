package io.neardup.security;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/// Makes a [Caller] from the claims of a valid token.
final class JwtCallers {

  private final AccessProperties.Jwt claims;

  JwtCallers(AccessProperties.Jwt claims) {
    this.claims = claims;
  }

  /// The caller named by the token. Roles of other services are ignored; an unreadable collections
  /// claim allows none.
  Caller caller(Jwt token) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    List<String> named = strings(claim(token.getClaims(), claims.rolesClaim()));
    for (Role role : Role.values()) {
      if (named.contains(claims.rolePrefix() + role.label())) {
        roles.add(role);
      }
    }
    Object collections = claim(token.getClaims(), claims.collectionsClaim());
    return new Caller(
        "jwt:" + printable(Objects.requireNonNullElse(token.getSubject(), "?")),
        roles,
        collections == null ? null : new TreeSet<>(strings(collections)),
        null);
  }

  private static @Nullable Object claim(Map<?, ?> claims, String path) {
    Object whole = claims.get(path);
    int dot = path.indexOf('.');
    if (whole != null || dot < 0) {
      return whole;
    }
    return claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
        ? claim(inner, path.substring(dot + 1))
        : null;
  }

  private static List<String> strings(@Nullable Object claim) {
    return switch (claim) {
      case String text -> Arrays.asList(text.split(" "));
      case Collection<?> some ->
          some.stream().filter(String.class::isInstance).map(String.class::cast).toList();
      case null, default -> List.of();
    };
  }

  private static String printable(String subject) {
    String cut = subject.length() <= 128 ? subject : subject.substring(0, 128);
    return cut.replaceAll("[^\\x21-\\x7e]", "?");
  }
}
