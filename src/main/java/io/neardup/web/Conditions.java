package io.neardup.web;

import io.neardup.service.Condition;
import io.neardup.service.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the headers that make a request depend on what is stored (RFC 9110, §13.1).
final class Conditions {

  private static final Pattern TAG = Pattern.compile("\\s*(?:W/)?(\"[^\"]*\")\\s*(?:,|$)");

  private Conditions() {}

  /// The condition that both headers make.
  ///
  /// @throws RequestException if one is neither `*` nor a list of entity tags
  static Condition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    return ifMatch == null && ifNoneMatch == null
        ? Condition.NONE
        : new Condition(tags("If-Match", ifMatch), tags("If-None-Match", ifNoneMatch));
  }

  /// Whether a client that has one of these already has the present one.
  static boolean has(@Nullable String ifNoneMatch, String tag) {
    List<String> tags = tags("If-None-Match", ifNoneMatch);
    return tags != null && (tags.contains("*") || tags.contains(tag));
  }

  private static @Nullable List<String> tags(String name, @Nullable String header) {
    if (header == null) {
      return null;
    }
    if (header.strip().equals("*")) {
      return List.of("*");
    }
    List<String> tags = new ArrayList<>();
    Matcher matcher = TAG.matcher(header);
    int end = 0;
    while (end < header.length() && matcher.find(end) && matcher.start() == end) {
      tags.add(matcher.group(1));
      end = matcher.end();
    }
    if (tags.isEmpty() || end < header.length()) {
      throw RequestException.invalid(
          name, "must be * or tags as the header ETag has them, in quotes; was '" + header + "'");
    }
    return tags;
  }
}
