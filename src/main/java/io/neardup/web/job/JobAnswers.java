package io.neardup.web.job;

import jakarta.servlet.RequestDispatcher;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/// Answers about jobs, and refusals, without the header that Spring adds if an address ends as the
/// name of a file does, as the ids of jobs in a cluster do.
@ControllerAdvice
final class JobAnswers implements ResponseBodyAdvice<Object> {

  private static final String JOBS = "/jobs/";

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
    if (request instanceof ServletServerHttpRequest served
        && request.getURI().getPath().startsWith(JOBS)) {
      // Spring looks at this address, if there is one.
      served.getServletRequest().setAttribute(RequestDispatcher.FORWARD_REQUEST_URI, JOBS);
    }
    return body;
  }
}
