package io.neardup.web.json;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Reads query parameters into records marked with [QueryRecord]. Unlike the data binding of
/// Spring, it does not split values at commas.
@Component
final class QueryRecordResolver implements HandlerMethodArgumentResolver, WebMvcConfigurer {

  private final ConversionService conversion = DefaultConversionService.getSharedInstance();
  private final Map<Class<?>, Map<String, Class<?>>> parameters = new ConcurrentHashMap<>();

  /// The parameters of a record, in order, with their types. The name is that of the component,
  /// unless its [Parameter] has one.
  static Map<String, Class<?>> parameters(Class<?> record) {
    Map<String, Class<?>> parameters = new LinkedHashMap<>();
    for (RecordComponent component : record.getRecordComponents()) {
      Parameter described = component.getAccessor().getAnnotation(Parameter.class);
      parameters.put(
          described == null || described.name().isEmpty() ? component.getName() : described.name(),
          component.getType());
    }
    return parameters;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType().isAnnotationPresent(QueryRecord.class);
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    HttpServletRequest http =
        Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
    Class<?> type = parameter.getParameterType();
    return BeanUtils.instantiateClass(
        BeanUtils.getResolvableConstructor(type),
        parameters.computeIfAbsent(type, QueryRecordResolver::parameters).entrySet().stream()
            .map(each -> value(each.getKey(), each.getValue(), http, parameter))
            .toArray());
  }

  private @Nullable Object value(
      String name, Class<?> type, HttpServletRequest http, MethodParameter parameter) {
    String[] values = http.getParameterValues(name);
    if (values == null) {
      return null;
    }
    if (type == List.class) {
      return List.of(values);
    }
    try {
      return conversion.convert(values[0], type);
    } catch (ConversionException e) {
      throw new MethodArgumentTypeMismatchException(values[0], type, name, parameter, e);
    }
  }
}
