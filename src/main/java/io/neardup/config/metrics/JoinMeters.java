package io.neardup.config.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.join.JoinService;

/// What is measured of searches through whole collections.
public final class JoinMeters implements MeterBinder {

  private final JoinService joins;

  public JoinMeters(JoinService joins) {
    this.joins = joins;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("neardup.joins", joins, JoinService::running)
        .description("Searches through whole collections that are under way")
        .register(registry);
    Gauge.builder("neardup.joins.limit", joins, JoinService::atOnce)
        .description("Searches through whole collections that may be under way at once")
        .register(registry);
  }
}
