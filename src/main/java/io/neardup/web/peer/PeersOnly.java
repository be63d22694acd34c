package io.neardup.web.peer;

import io.neardup.service.Peers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/// Refuses what instances ask each other to clients, as an unknown address.
@Component
final class PeersOnly implements HandlerInterceptor, WebMvcConfigurer {

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/peers/**");
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws NoResourceFoundException {
    if (request.getAttribute(Peers.INTERNAL) == null) {
      String path = request.getRequestURI();
      throw new NoResourceFoundException(
          HttpMethod.valueOf(request.getMethod()), path, path.substring(1));
    }
    return true;
  }
}
