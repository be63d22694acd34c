package io.neardup.web.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.stereotype.Component;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestResponseBodyMethodProcessor;
import tools.jackson.databind.json.JsonMapper;

/// Has [JsonBodies] asked before all others, which Spring's own settings have no place for.
@Component
final class JsonFirst implements WebMvcRegistrations {

  private final JsonMapper mapper;

  JsonFirst(JsonMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
    return new Adapter(mapper);
  }

  private static final class Adapter extends RequestMappingHandlerAdapter {
    private final JsonMapper mapper;

    Adapter(JsonMapper mapper) {
      this.mapper = mapper;
    }

    @Override
    public void afterPropertiesSet() {
      super.afterPropertiesSet();
      List<HandlerMethodArgumentResolver> readers =
          new ArrayList<>(Objects.requireNonNull(getArgumentResolvers()));
      List<HandlerMethodReturnValueHandler> writers =
          new ArrayList<>(Objects.requireNonNull(getReturnValueHandlers()));
      JsonBodies json = new JsonBodies(mapper, usual(readers), usual(writers));
      readers.addFirst(json);
      writers.addFirst(json);
      setArgumentResolvers(readers);
      setReturnValueHandlers(writers);
    }

    private static RequestResponseBodyMethodProcessor usual(List<?> parts) {
      return parts.stream()
          .filter(RequestResponseBodyMethodProcessor.class::isInstance)
          .map(RequestResponseBodyMethodProcessor.class::cast)
          .findAny()
          .orElseThrow();
    }
  }
}
