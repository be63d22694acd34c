package io.neardup.web.ndjson;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.neardup.web.limits.StreamMediaTypes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/// Tags the metrics of requests: `stream="true"` for streams, which last as long as their clients
/// send. So the time of requests with `stream="false"` is that of one lookup or one write.
public final class StreamConvention extends DefaultServerRequestObservationConvention {

  private static final KeyValue STREAM = KeyValue.of("stream", "true");
  private static final KeyValue NO_STREAM = KeyValue.of("stream", "false");

  /// Called when a request begins, which then counts as active, and when it is answered.
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
