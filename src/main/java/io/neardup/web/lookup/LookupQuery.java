package io.neardup.web.lookup;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the query of a lookup says beside what is looked up, for bodies, or lines of a stream, that
/// do not say it.
record LookupQuery(
    @Nullable String collection,
    @Nullable Integer maxDistance,
    @Nullable Integer limit,
    @Nullable String recall,
    @Nullable Integer nearest,
    @Nullable List<@Nullable String> filter,
    @Nullable String minPosition,
    @Nullable Boolean explain) {

  /// The conditions of the query `filter`, null if there are none: Spring would cut them at commas.
  static @Nullable List<@Nullable String> filter(HttpServletRequest request) {
    String[] conditions = request.getParameterValues("filter");
    return conditions == null ? null : List.of(conditions);
  }
}
