package io.neardup.cluster;

import io.neardup.cluster.wire.Handshake;
import io.neardup.cluster.wire.WireUpgrade;
import io.neardup.service.collection.DocumentCollections;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets other instances of a cluster connect, before all other filters: they are known by their
/// secret, and have checked the callers on whose behalf they ask. For anybody else these paths do
/// not exist.
public final class InstanceFilter extends HttpFilter {

  /// The paths of instances; earlier versions had some below that of the handshake.
  public static final String PATHS = Handshake.PATH + "/*";

  private static final int UPGRADE_REQUIRED = 426;
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
      throws IOException, ServletException {
    if (!cluster.isInstance(request.getHeader(Handshake.KEY))) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
    } else if (!Handshake.PROTOCOL.equals(request.getHeader("Upgrade"))) {
      log.warn(
          "An instance of another version, at {}, is refused: instances exchange {} here. Run one"
              + " version everywhere",
          request.getRemoteAddr(),
          Handshake.PROTOCOL);
      response.setHeader("Upgrade", Handshake.PROTOCOL);
      response.setStatus(UPGRADE_REQUIRED);
    } else if (!collections.progress().done()) {
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    } else {
      response.setHeader("Connection", "Upgrade");
      response.setHeader("Upgrade", Handshake.PROTOCOL);
      request.upgrade(WireUpgrade.class).use(cluster.server());
    }
  }
}
