package io.neardup.web.json;

import io.neardup.service.RequestException;
import io.neardup.web.json.QueryRecordResolver.QueryParameter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;

/// What a call reads; each parameter has one place.
///
/// @param call its method and path
/// @param query its query parameters, and whether each may be repeated
/// @param fields the fields of its JSON body
/// @param headers its conditional headers
/// @param body whether it reads a body
public record CallParameters(
    String call,
    Map<String, Boolean> query,
    Set<String> fields,
    Set<String> headers,
    boolean body) {

  /// A call without parameters.
  public static final CallParameters NONE =
      new CallParameters("", Map.of(), Set.of(), Set.of(), false);

  private static final String ATTRIBUTE = CallParameters.class.getName();

  /// The parameters of a call.
  ///
  /// @param call its method and path
  public static CallParameters by(HandlerMethod method, String call) {
    CallParameters found =
        new CallParameters(
            call, new TreeMap<>(), new HashSet<>(), new HashSet<>(), readsBody(method));
    for (MethodParameter parameter : method.getMethodParameters()) {
      Class<?> type = parameter.getParameterType();
      RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
      if (header != null) {
        found.headers.add(header.name());
      }
      QueryRecordResolver.parameters(parameter).stream()
          .filter(QueryParameter::queried)
          .forEach(each -> found.query.put(each.name(), each.type() == List.class));
      if (parameter.hasParameterAnnotation(RequestBody.class) && type.isRecord()) {
        Arrays.stream(type.getRecordComponents()).forEach(each -> found.fields.add(each.getName()));
      }
    }
    return found;
  }

  /// Calls that read streams from the request name their media types.
  private static boolean readsBody(HandlerMethod method) {
    RequestMapping mapping =
        AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class);
    return mapping != null && mapping.consumes().length > 0
        || Arrays.stream(method.getMethodParameters())
            .anyMatch(parameter -> parameter.hasParameterAnnotation(RequestBody.class));
  }

  /// The parameters of the call that a request selects.
  public static CallParameters of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof CallParameters known ? known : NONE;
  }

  /// Refuses unknown and repeated query parameters.
  ///
  /// @throws RequestException if there is one
  void check(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
    if (request.getQueryString() != null) {
      request.getParameterMap().forEach((name, values) -> check(name, values.length));
    }
  }

  private void check(String name, int count) {
    if (fields.contains(name) && !query.containsKey(name) && !call.contains("{" + name + "}")) {
      throw RequestException.invalid(name, "belongs in the body: {\"" + name + "\": …}");
    }
    if (!query.containsKey(name)) {
      throw RequestException.invalid(
          name,
          query.isEmpty()
              ? "is not a parameter here; this call has none"
              : "is not a parameter here; known are " + String.join(", ", query.keySet()));
    }
    if (count > 1 && !query.getOrDefault(name, false)) {
      throw RequestException.invalid(name, "is given " + count + " times; give it once");
    }
  }

  /// Where else the call takes a field that its body does not have; null if nowhere.
  public @Nullable String elsewhere(String field) {
    return query.containsKey(field) ? "belongs in the address: " + call + "?" + field + "=…" : null;
  }
}
