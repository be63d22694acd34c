package io.neardup.web.json;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.springframework.web.util.UriUtils;

/* An id is one segment of a path, so its slashes are percent-encoded. Clients often do not do so for URLs, the
 * ids of crawlers: `PUT /documents/https://example.org/a`. This filter runs before everything that
 * depends on the path, access rules as well as routing, and gives all of them the same encoded path, so
 * that they cannot be played off against each other.
 *
 * For some addresses the id is ambiguous: a query may belong to the URL or to the call, %20 may denote
 * itself or a space, and clients and proxies resolve dot segments. These are refused after
 * authentication. So are addresses that are not URLs: a trailing slash must not create another id. */
/// Reads the address of a document whose id is a URL without percent-encoding.
public final class UnencodedIdFilter extends HttpFilter {

  private static final String DOCUMENTS = "/documents/";
  private static final String UNENCODED = UnencodedIdFilter.class.getName();
  private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/%][^%]*");
  private static final Pattern DOT_SEGMENT = Pattern.compile("/\\.\\.?(/|$)");

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String path = request.getRequestURI();
    String documents = request.getContextPath() + DOCUMENTS;
    if (!path.startsWith(documents) || path.indexOf('/', documents.length()) < 0) {
      chain.doFilter(request, response);
      return;
    }
    String id = path.substring(documents.length());
    request.setAttribute(UNENCODED, id);
    chain.doFilter(new EncodedRequest(request, documents + encode(id)), response);
  }

  /// Refuses a request with an unencoded, ambiguous id.
  ///
  /// @throws RequestException with the correct address
  public static void requireClear(HttpServletRequest request) {
    if (!(request.getAttribute(UNENCODED) instanceof String id)) {
      return;
    }
    String query = request.getQueryString();
    String whole = DOCUMENTS + encode(query == null ? id : id + "?" + query);
    if (!id.contains("://")) {
      throw new RequestException(
          Fault.NOT_FOUND,
          "path",
          "leads to nothing; slashes of an id are percent-encoded, as in "
              + whole
              + "; /swagger-ui.html shows every call");
    }
    if (query != null || !URL.matcher(id).matches() || DOT_SEGMENT.matcher(id).find()) {
      throw RequestException.invalid(
          "id",
          "is not percent-encoded, and as it has a query, a percent sign or dot segments it is not"
              + " clear where it ends or what it is; if all of the address is the id, use "
              + whole);
    }
  }

  private static String encode(String id) {
    return UriUtils.encode(id, StandardCharsets.UTF_8);
  }

  /// The request with the encoded address.
  private static final class EncodedRequest extends HttpServletRequestWrapper {
    private final String path;

    EncodedRequest(HttpServletRequest request, String path) {
      super(request);
      this.path = path;
    }

    @Override
    public String getRequestURI() {
      return path;
    }

    @Override
    public StringBuffer getRequestURL() {
      StringBuffer url = super.getRequestURL();
      url.setLength(url.length() - super.getRequestURI().length());
      return url.append(path);
    }
  }
}
