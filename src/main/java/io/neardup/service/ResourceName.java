package io.neardup.service;

import java.util.regex.Pattern;

/// The names that clients choose for collections and jobs.
public final class ResourceName {

  /// The rule for names, for messages and descriptions.
  public static final String RULE =
      "1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private ResourceName() {}

  /// Checks a name.
  ///
  /// @param field of the request
  /// @throws RequestException if it is invalid
  public static String require(String field, String name) {
    if (!NAME.matcher(name).matches()) {
      throw RequestException.invalid(field, "must be " + RULE + "; was '" + name + "'");
    }
    return name;
  }
}
