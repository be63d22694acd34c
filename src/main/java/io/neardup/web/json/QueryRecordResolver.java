package io.neardup.web.json;

import io.neardup.text.DecimalNumber;
import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.core.convert.converter.ConverterRegistry;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.format.FormatterRegistry;
import org.springframework.stereotype.Component;
import org.springframework.util.NumberUtils;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads query parameters into records marked with [QueryRecord] or [InQuery]. Unlike Spring's data
/// binding, it does not split values at commas.
@Component
final class QueryRecordResolver implements HandlerMethodArgumentResolver, WebMvcConfigurer {

  private final DefaultConversionService conversion = new DefaultConversionService();
  private final Map<MethodParameter, List<QueryParameter>> parameters = new ConcurrentHashMap<>();

  QueryRecordResolver() {
    addNumbers(conversion);
  }

  /// Numeric parameters must be decimal.
  private static void addNumbers(ConverterRegistry registry) {
    registry.addConverterFactory(
        new ConverterFactory<String, Number>() {
          @Override
          public <T extends Number> Converter<String, T> getConverter(Class<T> type) {
            return text -> NumberUtils.parseNumber(DecimalNumber.require(text), type);
          }
        });
  }

  @Override
  public void addFormatters(FormatterRegistry registry) {
    addNumbers(registry);
  }

  /// A component of a record.
  ///
  /// @param name from its [Parameter] annotation, else the component's name
  /// @param queried whether it is in the query
  record QueryParameter(String name, Class<?> type, boolean queried) {}

  /// The components of a record that is read from the query, in order; none for other records.
  static List<QueryParameter> parameters(MethodParameter parameter) {
    Class<?> record = parameter.getParameterType();
    InQuery mark = parameter.getParameterAnnotation(InQuery.class);
    if (mark == null && !record.isAnnotationPresent(QueryRecord.class)) {
      return List.of();
    }
    Set<String> others =
        mark == null
            ? Set.of()
            : Stream.of(mark.without().getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.toSet());
    return Stream.of(record.getRecordComponents())
        .map(each -> {
          Parameter described = each.getAccessor().getAnnotation(Parameter.class);
          String name =
              described == null || described.name().isEmpty() ? each.getName() : described.name();
          return new QueryParameter(name, each.getType(), !others.contains(name));
        })
        .toList();
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return !parameters(parameter).isEmpty();
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    HttpServletRequest http =
        Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
    return BeanUtils.instantiateClass(
        BeanUtils.getResolvableConstructor(parameter.getParameterType()),
        parameters.computeIfAbsent(parameter, QueryRecordResolver::parameters).stream()
            .map(each -> each.queried ? value(each.name, each.type, http, parameter) : null)
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
    if (type == JsonNode.class) {
      return JsonNodeFactory.instance.stringNode(values[0]);
    }
    try {
      Object converted = conversion.convert(values[0], type);
      if (converted == null) { // `dryRun=`, which must not mean false
        throw new MethodArgumentTypeMismatchException(values[0], type, name, parameter, null);
      }
      return converted;
    } catch (ConversionException e) {
      throw new MethodArgumentTypeMismatchException(values[0], type, name, parameter, e);
    }
  }
}
