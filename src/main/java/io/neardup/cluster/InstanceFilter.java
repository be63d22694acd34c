package io.neardup.cluster;

import io.neardup.service.collection.DocumentCollections;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/// Answers the other instances of a cluster, before all other filters: they are known by their
/// secret, and have checked the callers on whose behalf they ask. For anybody else these paths do
/// not exist.
public final class InstanceFilter extends HttpFilter {

  /// The paths of instances.
  public static final String PATHS = "/cluster/*";

  private static final long serialVersionUID = 1L;
  private static final Logger log = LoggerFactory.getLogger(InstanceFilter.class);

  private final transient Cluster cluster;
  private final transient DocumentCollections collections;

  /// @param collections which must be loaded before instances are answered
  public InstanceFilter(Cluster cluster, DocumentCollections collections) {
    this.cluster = cluster;
    this.collections = collections;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException {
    if (!"POST".equals(request.getMethod())
        || !cluster.isInstance(request.getHeader(Cluster.KEY_HEADER))) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    if (!collections.progress().done()) {
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      return;
    }
    byte[] body = request.getInputStream().readNBytes(Cluster.MAX_REQUEST_BYTES + 1);
    if (body.length > Cluster.MAX_REQUEST_BYTES) {
      response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
      return;
    }
    byte[] answer;
    try {
      answer = cluster.answer(request.getRequestURI(), body);
    } catch (JacksonException e) {
      log.warn("A request of another instance is malformed: {}", e.getOriginalMessage());
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      return;
    } catch (RuntimeException e) {
      log.error("A request of another instance failed", e);
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      return;
    }
    if (answer == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setContentType("application/json");
    response.setContentLength(answer.length);
    response.getOutputStream().write(answer);
  }
}
