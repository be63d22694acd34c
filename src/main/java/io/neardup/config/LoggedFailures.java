package io.neardup.config;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.neardup.memory.MemoryWatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.context.ApplicationListener;

/// Passes logged failures to the [MemoryWatch]: servers, frameworks and client libraries log
/// whatever they catch, and continue.
public final class LoggedFailures extends TurboFilter
    implements ApplicationListener<ApplicationPreparedEvent> {

  /// Starts once logging is configured, since that removes all filters.
  @Override
  public void onApplicationEvent(ApplicationPreparedEvent event) {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).addTurboFilter(this);
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] arguments,
      @Nullable Throwable failure) {
    if (failure != null) {
      MemoryWatch.check(failure);
    }
    return FilterReply.NEUTRAL;
  }
}
