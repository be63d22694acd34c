package io.neardup.web.server;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.neardup.web.limits.StreamMediaTypes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/// Tags request metrics: `stream="true"` for streams, which last as long as their clients send.
/// With `stream="false"`, the time of a request is the time of one lookup or one write.
final class StreamConvention extends DefaultServerRequestObservationConvention {

  private static final KeyValue STREAM = KeyValue.of("stream", "true");
  private static final KeyValue NO_STREAM = KeyValue.of("stream", "false");

  /// Called when a request begins and becomes active, and again when it is answered.
  @Override
  public KeyValues getLowCardinalityKeyValues(ServerRequestObservationContext context) {
    return super.getLowCardinalityKeyValues(context)
        .and(isStream(context.getCarrier(), context.getResponse()) ? STREAM : NO_STREAM);
  }

  /// Whether the body or the answer is a stream.
  static boolean isStream(
      @Nullable HttpServletRequest request, @Nullable HttpServletResponse response) {
    return request != null && StreamMediaTypes.include(request.getContentType())
        || response != null && StreamMediaTypes.include(response.getContentType());
  }
}
