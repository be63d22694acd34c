package io.neardup.web.json;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestResponseBodyMethodProcessor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON bodies and writes JSON answers without content negotiation. Everything else (other
/// charsets, clients that accept other formats) is left to Spring. Inserts itself before Spring's
/// resolvers and handlers, since Spring offers no setting for that.
/* For every request, Spring consults converters, advices and content negotiation, peeks into the body before
reading it, and reads and writes in pieces. For the shortest requests that is a tenth of all the work. */
@Component
final class JsonBodies implements HandlerMethodArgumentResolver, HandlerMethodReturnValueHandler {

  private final JsonMapper mapper;
  private final RequestResponseBodyMethodProcessor reader;
  private final RequestResponseBodyMethodProcessor writer;

  JsonBodies(JsonMapper mapper, RequestMappingHandlerAdapter adapter) {
    this.mapper = mapper;
    List<HandlerMethodArgumentResolver> readers =
        new ArrayList<>(Objects.requireNonNull(adapter.getArgumentResolvers()));
    List<HandlerMethodReturnValueHandler> writers =
        new ArrayList<>(Objects.requireNonNull(adapter.getReturnValueHandlers()));
    this.reader = usual(readers);
    this.writer = usual(writers);
    readers.addFirst(this);
    writers.addFirst(this);
    adapter.setArgumentResolvers(readers);
    adapter.setReturnValueHandlers(writers);
  }

  private static RequestResponseBodyMethodProcessor usual(List<?> parts) {
    return parts.stream()
        .filter(RequestResponseBodyMethodProcessor.class::isInstance)
        .map(RequestResponseBodyMethodProcessor.class::cast)
        .findAny()
        .orElseThrow();
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
    if (!isJson(http.getContentType())) {
      return reader.resolveArgument(parameter, container, request, binders);
    }
    Object body = read(http, parameter.getParameterType());
    if (body == null) {
      throw new HttpMessageNotReadableException(
          "The body is missing or null", new ServletServerHttpRequest(http));
    }
    return body;
  }

  private @Nullable Object read(HttpServletRequest http, Class<?> type) {
    int length = http.getContentLength(); // -1 if unknown
    try {
      // Read in pieces if long: no memory is held for bytes that may never arrive.
      byte[] json = http.getInputStream().readNBytes(length < 0 ? Integer.MAX_VALUE : length);
      return json.length == 0 ? null : mapper.readValue(json, type);
    } catch (JacksonException | IOException e) {
      throw new HttpMessageNotReadableException(
          "The body could not be read", e, new ServletServerHttpRequest(http));
    }
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

  /// Whether the body is JSON in UTF-8.
  private static boolean isJson(@Nullable String contentType) {
    return contentType != null
        && (contentType.equalsIgnoreCase(MediaType.APPLICATION_JSON_VALUE)
            || contentType.equalsIgnoreCase("application/json;charset=utf-8")
            || contentType.equalsIgnoreCase("application/json; charset=utf-8"));
  }

  /// Whether the client prefers JSON to all other formats.
  private static boolean takesJson(@Nullable String accept) {
    return accept == null
        || accept.equals(MediaType.ALL_VALUE)
        || accept.equals(MediaType.APPLICATION_JSON_VALUE)
        || accept.startsWith("application/json, ");
  }
}
