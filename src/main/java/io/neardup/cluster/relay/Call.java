package io.neardup.cluster.relay;

import org.apache.tomcat.util.buf.MessageBytes;
import org.jspecify.annotations.Nullable;

/// The first line of a request.
///
/// @param method such as GET
/// @param path as encoded by the client
/// @param query likewise, without the question mark; null if there is none
public record Call(String method, String path, @Nullable String query) {

  static Call of(org.apache.coyote.Request request) {
    MessageBytes query = request.queryString();
    return new Call(
        request.getMethod(),
        request.requestURI().toString(),
        query.isNull() ? null : query.toString());
  }

  /// A call to an address that may have a query.
  ///
  /// @param target path and query, encoded
  public static Call of(String method, String target) {
    int mark = target.indexOf('?');
    return mark < 0
        ? new Call(method, target, null)
        : new Call(method, target.substring(0, mark), target.substring(mark + 1));
  }

  /// Path and query.
  public String target() {
    return query == null ? path : path + "?" + query;
  }

  /// Whether only the head of the answer is wanted.
  public boolean isHead() {
    return method.equals("HEAD");
  }
}
