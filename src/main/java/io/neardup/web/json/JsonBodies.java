package io.neardup.web.json;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.mvc.method.annotation.RequestResponseBodyMethodProcessor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Reads short JSON bodies, and writes answers in JSON, without a choice among formats. Whatever is
/// out of the ordinary (long or chunked bodies, other charsets, clients that ask for other formats)
/// goes the usual way of Spring.
/* The usual way asks converters, advices and content negotiation at every request, looks into the
body before it is read, and reads and writes it in pieces. On the shortest requests that is a tenth
of all the work. */
final class JsonBodies implements HandlerMethodArgumentResolver, HandlerMethodReturnValueHandler {

  /// Longer bodies come in pieces: not to hold memory for what may never arrive.
  private static final int SHORT = 64 << 10;

  private final JsonMapper mapper;
  private final RequestResponseBodyMethodProcessor reader;
  private final RequestResponseBodyMethodProcessor writer;

  /// @param reader what reads the other bodies
  /// @param writer what writes the other answers
  JsonBodies(
      JsonMapper mapper,
      RequestResponseBodyMethodProcessor reader,
      RequestResponseBodyMethodProcessor writer) {
    this.mapper = mapper;
    this.reader = reader;
    this.writer = writer;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.hasParameterAnnotation(RequestBody.class)
        && parameter.getParameterType().isRecord();
  }

  @Override
  public @Nullable Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders)
      throws Exception {
    HttpServletRequest http = request(request);
    int length = http.getContentLength();
    if (length <= 0 || length > SHORT || !isJson(http.getContentType())) {
      return reader.resolveArgument(parameter, container, request, binders);
    }
    Object body = read(http, length, parameter.getParameterType());
    return body == null ? missing(http) : body;
  }

  private @Nullable Object read(HttpServletRequest http, int length, Class<?> type) {
    try {
      return mapper.readValue(http.getInputStream().readNBytes(length), type);
    } catch (JacksonException | IOException e) {
      throw new HttpMessageNotReadableException(
          "The body could not be read", e, new ServletServerHttpRequest(http));
    }
  }

  private static Object missing(HttpServletRequest http) {
    throw new HttpMessageNotReadableException(
        "The body is null", new ServletServerHttpRequest(http));
  }

  @Override
  public boolean supportsReturnType(MethodParameter type) {
    return type.getParameterType().isRecord() && writer.supportsReturnType(type);
  }

  @Override
  public void handleReturnValue(
      @Nullable Object value,
      MethodParameter type,
      ModelAndViewContainer container,
      NativeWebRequest request)
      throws Exception {
    if (value == null || !takesJson(request(request).getHeader(HttpHeaders.ACCEPT))) {
      writer.handleReturnValue(value, type, container, request);
      return;
    }
    container.setRequestHandled(true);
    byte[] body = mapper.writeValueAsBytes(value);
    HttpServletResponse response =
        Objects.requireNonNull(request.getNativeResponse(HttpServletResponse.class));
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static HttpServletRequest request(NativeWebRequest request) {
    return Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
  }

  /// Whether a body is JSON in UTF-8, as nearly all are.
  private static boolean isJson(@Nullable String contentType) {
    return contentType != null
        && (contentType.equalsIgnoreCase(MediaType.APPLICATION_JSON_VALUE)
            || contentType.equalsIgnoreCase("application/json;charset=utf-8")
            || contentType.equalsIgnoreCase("application/json; charset=utf-8"));
  }

  /// Whether a client takes JSON before all else, as nearly all do.
  private static boolean takesJson(@Nullable String accept) {
    return accept == null
        || accept.equals(MediaType.ALL_VALUE)
        || accept.equals(MediaType.APPLICATION_JSON_VALUE)
        || accept.startsWith("application/json, ");
  }
}
