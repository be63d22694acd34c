package io.neardup.config.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.join.JoinService;

/// Metrics of joins of whole collections.
public final class JoinMeters implements MeterBinder {

  private final JoinService joins;

  public JoinMeters(JoinService joins) {
    this.joins = joins;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("neardup.joins", joins, JoinService::running)
        .description("Joins of whole collections in progress")
        .register(registry);
    Gauge.builder("neardup.joins.limit", joins, JoinService::atOnce)
        .description("Maximum of concurrent joins of whole collections")
        .register(registry);
  }
}
