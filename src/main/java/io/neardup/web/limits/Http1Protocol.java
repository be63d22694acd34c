package io.neardup.web.limits;

import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.ProblemReportValve;
import java.io.IOException;
import java.util.Map;
import org.apache.coyote.Adapter;
import org.apache.coyote.ErrorState;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.http.parser.HttpHeaderParser;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.res.StringManager;
import org.jspecify.annotations.Nullable;

/// Tomcat's HTTP/1.1 with additions: oversized headers are answered with 431 and other errors in a
/// head with their reason, and a valve can get the socket of a request to set its timeout per read
/// (Tomcat has one timeout for all requests). Public, because Tomcat creates it by name.
public final class Http1Protocol extends Http11NioProtocol {

  /// The number of a note; Tomcat reserves numbers from 20 on for applications.
  private static final int SOCKET = 20;

  private static final String HEADERS_TOO_LARGE =
      StringManager.getManager(Http11Processor.class).getString("iib.requestheadertoolarge.error");

  /// The socket of a request, whose read timeout applies to the next read; null in HTTP/2, where
  /// many requests share one.
  public static @Nullable SocketWrapperBase<?> socketOf(Request request) {
    return (SocketWrapperBase<?>) request.getNote(SOCKET);
  }

  /// How Tomcat's messages about unreadable heads begin, and what to answer.
  private static final Map<String, Problem> MALFORMED =
      Map.of(
          beginning(Http11Processor.class, "iib.invalidRequestTarget"),
          ProblemReportValve.NOT_ENCODED,
          beginning(Http11Processor.class, "iib.invalidmethod"),
          Problem.of(Fault.INVALID, "method", "must be a word, such as GET"),
          beginning(Http11Processor.class, "iib.invalidHttpProtocol"),
          Problem.of(
              Fault.INVALID,
              "request line",
              "must be a method, an address without spaces and HTTP/1.1; send a space as %20"),
          beginning(HttpHeaderParser.class, "httpHeaderParser.invalidHeader"),
          Problem.of(
              Fault.INVALID,
              "headers",
              "must be lines of a name, a colon without a space before it, and a value without"
                  + " control characters"));

  private static final Problem INVALID_HOST =
      Problem.of(Fault.INVALID, "Host", "must be a name or an address, with a port or without");

  private static final Problem TOO_MANY_HEADERS =
      Problem.of(Fault.INVALID, "headers", "are more than this service reads; send fewer");

  private static String beginning(Class<?> type, String key) {
    String message = StringManager.getManager(type).getString(key);
    return message.substring(0, message.indexOf("{0}"));
  }

  /// A request with a body is not upgraded to HTTP/2: Tomcat would first read the whole body, at
  /// most 4 KB, without a time limit.
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {
    super.addUpgradeProtocol(protocol instanceof Http2Protocol ? new WithoutBody() : protocol);
  }

  private static final class WithoutBody extends Http2Protocol {
    @Override
    public boolean accept(Request request) {
      return !UnreadBodyValve.mayHaveBody(request) && super.accept(request);
    }
  }

  @Override
  protected Processor createProcessor() {
    return new RequestProcessor(this, adapter);
  }

  private static final class RequestProcessor extends Http11Processor {

    private boolean headersTooLarge;

    RequestProcessor(AbstractHttp11Protocol<?> protocol, Adapter adapter) {
      super(protocol, adapter);
    }

    @Override
    public SocketState service(SocketWrapperBase<?> socket) throws IOException {
      request.setNote(SOCKET, socket);
      headersTooLarge = false;
      return super.service(socket);
    }

    /// For oversized headers, Tomcat answers 400, and then again because Host is missing.
    @Override
    protected void setErrorState(ErrorState state, @Nullable Throwable e) {
      headersTooLarge |=
          e instanceof IllegalArgumentException && HEADERS_TOO_LARGE.equals(e.getMessage());
      if (headersTooLarge) {
        response.setStatus(431);
        response.setHeader("Connection", "close");
      }
      if (e != null && request.getAttribute(ProblemReportValve.MALFORMED) == null) {
        request.setAttribute(ProblemReportValve.MALFORMED, problem(e));
      }
      super.setErrorState(state, e);
    }

    private static @Nullable Problem problem(Throwable e) {
      if (e instanceof IllegalStateException) {
        return TOO_MANY_HEADERS;
      }
      if (!(e instanceof IllegalArgumentException)) {
        return null;
      }
      String message = String.valueOf(e.getMessage());
      return MALFORMED.entrySet().stream()
          .filter(each -> message.startsWith(each.getKey()))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse(INVALID_HOST); // everything else is read leniently
    }
  }
}
