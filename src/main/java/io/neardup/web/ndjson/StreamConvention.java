package io.neardup.web.ndjson;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.neardup.web.limits.StreamMediaTypes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/// Tells streams, which take as long as their clients like, from other requests of the same
/// address: the time of requests with `stream="false"` is the time of one lookup or one write.
public final class StreamConvention extends DefaultServerRequestObservationConvention {

  private static final KeyValue STREAM = KeyValue.of("stream", "true");
  private static final KeyValue NO_STREAM = KeyValue.of("stream", "false");

  /// Asked when a request begins, which then counts as active, and when it is answered.
  @Override
  public KeyValues getLowCardinalityKeyValues(ServerRequestObservationContext context) {
    return super.getLowCardinalityKeyValues(context).and(isStream(context) ? STREAM : NO_STREAM);
  }

  private static boolean isStream(ServerRequestObservationContext context) {
    HttpServletRequest request = context.getCarrier();
    HttpServletResponse response = context.getResponse();
    return request != null && StreamMediaTypes.include(request.getContentType())
        || response != null && StreamMediaTypes.include(response.getContentType());
  }
}
