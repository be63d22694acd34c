package io.neardup.web.json;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/// The media type of an answer that a call writes itself.
public final class AcceptedType {

  private AcceptedType() {}

  /// The type that the client prefers: by its weight, or by its position in `Accept` among those of
  /// the same weight.
  ///
  /// @param types of the call; the first is the default
  public static MediaType preferred(HttpServletRequest request, MediaType... types) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (accept == null) {
      return types[0];
    }
    List<MediaType> known = List.of(types);
    return MediaType.parseMediaTypes(accept).stream()
        .filter(type -> known.stream().anyMatch(type::equalsTypeAndSubtype))
        .filter(type -> type.getQualityValue() > 0)
        .max(Comparator.comparingDouble(MediaType::getQualityValue)) // the first of those
        .flatMap(type -> known.stream().filter(type::equalsTypeAndSubtype).findFirst())
        .orElse(types[0]);
  }
}
