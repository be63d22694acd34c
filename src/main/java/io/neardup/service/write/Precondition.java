package io.neardup.service.write;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conditions that a write sets on the current document (RFC 9110, §13.1).
///
/// @param ifMatch the document must have one of these tags, `*` for any document; null for no
///   condition. Weak tags (`W/…`) match nothing
/// @param ifNoneMatch the document must have none of these tags, `*` for no document; null for no
///   condition
public record Precondition(@Nullable List<String> ifMatch, @Nullable List<String> ifNoneMatch) {

  public static final Precondition NONE = new Precondition(null, null);

  /// Whether it holds for any document, and for none.
  boolean isAlways() {
    return ifMatch == null && ifNoneMatch == null;
  }

  /// Checks the tag of the current document.
  ///
  /// @param tag null if there is no document
  /// @throws RequestException PRECONDITION_FAILED
  void require(@Nullable String tag) {
    if (ifMatch != null && (tag == null || !ifMatch.contains("*") && !ifMatch.contains(tag))) {
      boolean weak = ifMatch.stream().anyMatch(each -> each.startsWith("W/"));
      throw failed(
          "If-Match",
          tag,
          weak
              ? "send that tag; weak tags (W/) match nothing"
              : "read the document again before a retry");
    }
    if (ifNoneMatch != null
        && tag != null
        && (ifNoneMatch.contains("*") || ifNoneMatch.contains(tag))) {
      throw failed("If-None-Match", tag, "remove the header to replace it");
    }
  }

  private static RequestException failed(String header, @Nullable String tag, String remedy) {
    return new RequestException(
        Fault.PRECONDITION_FAILED,
        header,
        tag == null
            ? "names a document that does not exist; store it without the header"
            : "does not allow it: the document has the tag " + tag + "; " + remedy);
  }
}
