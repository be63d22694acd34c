package io.neardup.web.document;

import io.neardup.service.RequestException;
import io.neardup.service.write.Precondition;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads conditional headers (RFC 9110, §13.1). If-None-Match compares tags weakly, so `W/` before
/// a tag is ignored; If-Match compares them strongly, so a weak tag matches nothing.
final class Conditions {

  private static final Pattern TAG = Pattern.compile("\\s*(W/)?(\"[^\"]*\")\\s*(?:,|$)");

  private Conditions() {}

  /// The condition of both headers.
  ///
  /// @throws RequestException if one is neither `*` nor a list of entity tags
  static Precondition of(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    return ifMatch == null && ifNoneMatch == null
        ? Precondition.NONE
        : new Precondition(
            tags("If-Match", ifMatch, true), tags("If-None-Match", ifNoneMatch, false));
  }

  /// Whether the header lists the tag.
  static boolean has(@Nullable String ifNoneMatch, String tag) {
    List<String> tags = tags("If-None-Match", ifNoneMatch, false);
    return tags != null && (tags.contains("*") || tags.contains(tag));
  }

  /// @param strong whether weak tags keep their `W/`, so that they match no document
  private static @Nullable List<String> tags(String name, @Nullable String header, boolean strong) {
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
      boolean weak = strong && matcher.group(1) != null;
      tags.add((weak ? "W/" : "") + matcher.group(2));
      end = matcher.end();
    }
    if (tags.isEmpty() || end < header.length()) {
      throw RequestException.invalid(
          name,
          "must be * or a list of tags in quotes, as in the header ETag; was '" + header + "'");
    }
    return tags;
  }
}
