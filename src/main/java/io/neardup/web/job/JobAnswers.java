package io.neardup.web.job;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/// Answers about jobs, and refusals, without the header that Spring adds if an address ends as the
/// name of a file does, as the ids of jobs in a cluster do.
@ControllerAdvice
final class JobAnswers implements ResponseBodyAdvice<Object> {

  @Override
  public boolean supports(MethodParameter type, Class<? extends HttpMessageConverter<?>> by) {
    return true;
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter type,
      MediaType media,
      Class<? extends HttpMessageConverter<?>> by,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    if (request.getURI().getPath().startsWith("/jobs/")) {
      response.getHeaders().put(HttpHeaders.CONTENT_DISPOSITION, List.of());
    }
    return body;
  }
}
