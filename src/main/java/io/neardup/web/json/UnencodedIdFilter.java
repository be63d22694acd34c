package io.neardup.web.json;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriUtils;

/* An id is one segment of a path, so its slashes are percent-encoded. Clients forget that of URLs, the
 * ids of crawlers: `PUT /documents/https://example.org/a`. This filter comes before all that decides
 * by paths, who may call as well as what is called, and gives all of them the same encoded path, so that
 * there is no difference between them to be exploited.
 *
 * Of some addresses it cannot be known what the id is: a query may be the URL's or the call's, %20 may
 * stand for itself or for a space, and dot segments are resolved by clients and proxies on the way. They
 * are refused, once it is known who calls. So is what is no URL: a slash at the end of an address must
 * not make another id. */

/// Reads the address of a document whose id is a URL that is not percent-encoded.
public final class UnencodedIdFilter extends OncePerRequestFilter {

  private static final String DOCUMENTS = "/documents/";
  private static final String UNENCODED = UnencodedIdFilter.class.getName();
  private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/%][^%]*");
  private static final Pattern DOT_SEGMENT = Pattern.compile("/\\.\\.?(/|$)");

  @Override
  protected void doFilterInternal(
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

  /// Refuses a request whose id was not encoded, unless it is clear what the id is.
  ///
  /// @throws RequestException with the address to be used
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
          "is not percent-encoded, and as it has a query, a percent sign or dot segments it is not clear"
              + " where it ends or what it is; if all of the address is the id, use "
              + whole);
    }
  }

  private static String encode(String id) {
    return UriUtils.encode(id, StandardCharsets.UTF_8);
  }

  /// A request to the address with the id encoded.
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
