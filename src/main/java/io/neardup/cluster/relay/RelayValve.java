package io.neardup.cluster.relay;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.ProblemReportValve;
import io.neardup.web.problem.Problems;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.hc.core5.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forwards requests that another instance answers, before Spring and its filters see them: the
/// answering instance authenticates and limits the caller. Belongs after
/// [io.neardup.web.limits.UnreadBodyValve] and [ProblemReportValve].
/* Does not work with HTTP/2, which is disabled in a cluster: when an answer is cut, Tomcat ends its stream as if
it were complete (StreamProcessor sends the end of the stream before the reset). */
public final class RelayValve extends ValveBase {

  private static final Logger log = LoggerFactory.getLogger(RelayValve.class);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration WARNINGS = Duration.ofMinutes(1);

  private final Relay relay;
  private final Routing routing;
  private final CallerQuota forwarded;
  private final CallerQuota uploads;
  private final AtomicLong warnedNanos = new AtomicLong(System.nanoTime() - WARNINGS.toNanos());

  /// @param uploads the quota of awaited bodies
  public RelayValve(Relay relay, Routing routing, CallerQuota uploads) {
    super(true);
    this.relay = relay;
    this.routing = routing;
    this.uploads = uploads;
    this.forwarded = new CallerQuota(relay.settings().atOnce(), RelayValve::refusal);
  }

  private static RequestException refusal(CallerQuota quota, CallerQuota.Bound bound) {
    return bound == CallerQuota.Bound.CALLER
        ? new RequestException(
            Fault.TOO_MANY_REQUESTS,
            "caller",
            "may have "
                + quota.perCaller()
                + " concurrent requests to other instances; wait for answers")
        : new RequestException(
            Fault.UNAVAILABLE,
            "request",
            "must wait, as "
                + quota.total()
                + " requests already wait for other instances; try again");
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    if (response.isError()) { // the head could not be read
      getNext().invoke(request, response);
      return;
    }
    try (Share waiting = forwarded.open(request.getRemoteAddr())) {
      boolean isHere;
      try {
        isHere = isHere(request, response, Call.of(request.getCoyoteRequest()), waiting);
      } catch (RequestException e) {
        refuse(request, response, Problems.of(e), e.retryAfterSeconds());
        return;
      }
      if (isHere) {
        getNext().invoke(request, response);
      }
    }
  }

  /// Whether this instance must answer; otherwise the answer has been given.
  private boolean isHere(Request request, Response response, Call call, Share waiting)
      throws IOException {
    String sealed = request.getHeader(HopSeal.HEADER);
    if (sealed != null) {
      request.getCoyoteRequest().getMimeHeaders().removeHeader(HopSeal.HEADER);
      HopSeal.Opened opened = relay.seal().open(sealed, call);
      if (opened != null) {
        return accept(request, response, call, sealed, opened);
      }
      warnOfSignature(request);
      if (call.path().startsWith(Routing.PEERS)) { // where no client asks
        throw new RequestException(
            Fault.UNKNOWN_CALLER,
            HopSeal.HEADER,
            "is signed with another neardup.cluster.instance-key; give all instances the same");
      }
    }
    Route route = routing.of(call, () -> waiting.take(1));
    if (route instanceof Route.Here(boolean asks) && !asks) {
      return true;
    }
    if (waiting.isEmpty()) {
      waiting.take(1);
    }
    return isHereAfterAll(request, response, call, route);
  }

  /// Anyone may send the header, so the log has at most one warning in a minute.
  private void warnOfSignature(Request request) {
    long now = System.nanoTime();
    long last = warnedNanos.get();
    if (now - last > WARNINGS.toNanos() && warnedNanos.compareAndSet(last, now)) {
      log.warn(
          "A request from {} has a header {} that no instance with this"
              + " neardup.cluster.instance-key has signed. If an instance runs there, give it the"
              + " same key.",
          request.getRemoteAddr(),
          HopSeal.HEADER);
    }
  }

  /// Whether this instance answers a request forwarded by another one. It is never forwarded again.
  private boolean accept(
      Request request, Response response, Call call, String sealed, HopSeal.Opened opened)
      throws IOException {
    Hop hop = opened.hop();
    if (hop != null) {
      hop.applyTo(request);
      if (routing.owns(call, hop)) {
        Long position = call.path().equals(Routing.POSITION) ? routing.position(hop) : null;
        if (position != null) {
          byte[] body = position.toString().getBytes(StandardCharsets.US_ASCII);
          response.setContentLength(body.length);
          response.getOutputStream().write(body);
          return false;
        }
        if (!Client.isAwaited(request)) {
          response.sendAcknowledgement(ContinueResponseTiming.ALWAYS);
        }
        return true;
      }
    }
    response.setStatus(HttpStatus.SC_MISDIRECTED_REQUEST);
    response.setHeader(HopSeal.REFUSAL, relay.seal().refuse(sealed));
    response.setContentLength(0);
    return false;
  }

  private boolean isHereAfterAll(Request request, Response response, Call call, Route first)
      throws IOException {
    Route route = first;
    Client client = new Client(request, response, uploads, relay.settings().upload());
    long end = System.nanoTime() + relay.settings().deadline().toNanos();
    Exchange exchange = new Exchange(relay, routing, call, client);
    while (true) {
      switch (route) {
        case Route.Here _ -> {
          client.putBack();
          return true;
        }
        case Route.Elsewhere to -> {
          if (exchange.send(to)) {
            return false;
          }
          awaitChange(end, "no instance that has the collection answers");
        }
        case Route.Nowhere(String why) -> awaitChange(end, why);
      }
      route = routing.of(call, () -> {});
    }
  }

  private void awaitChange(long end, String why) throws IOException {
    if (System.nanoTime() - end > 0) {
      throw RequestException.busy("The request was not executed: " + why + "; try again", 1);
    }
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void refuse(Request request, Response response, Problem problem, int retrySeconds)
      throws IOException {
    response.setSuspended(false); // set after a body could not be read
    if (retrySeconds > 0) {
      response.setHeader("Retry-After", Integer.toString(retrySeconds));
    }
    request.setAttribute(ProblemReportValve.PROBLEM, problem);
    response.sendError(problem.status());
  }
}
