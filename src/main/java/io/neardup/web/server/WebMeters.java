package io.neardup.web.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.CallerQuota;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.RequestQuotas;

/// Metrics of requests besides their time: running and waiting requests, and their memory.
record WebMeters(RequestQuotas quotas, FairExecutor executor) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("neardup.streams", quotas.streams(), CallerQuota::taken)
        .description("NDJSON streams that are answered")
        .register(registry);
    Gauge.builder("neardup.streams.limit", quotas.streams(), CallerQuota::total)
        .description("NDJSON streams that may be answered at once")
        .register(registry);
    Gauge.builder("neardup.lookups.running", executor, FairExecutor::running)
        .description("Lookups, other long requests and batches of lines that run")
        .register(registry);
    Gauge.builder("neardup.lookups.waiting", executor, FairExecutor::waiting)
        .description("Lookups and other long requests that wait for a processor")
        .register(registry);
    Gauge.builder("neardup.bodies.memory", quotas.memory(), CallerQuota::taken)
        .description("Memory that bodies and long lines are taken to need")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    Gauge.builder("neardup.bodies.memory.limit", quotas.memory(), CallerQuota::total)
        .description("Memory that bodies and long lines may need")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    Gauge.builder("neardup.bodies.arriving", quotas.uploads(), CallerQuota::taken)
        .description("Threads that wait for the rest of a body")
        .register(registry);
    Gauge.builder("neardup.answers.waiting", quotas.answers(), CallerQuota::taken)
        .description("Answers of streams that wait for clients, beyond each stream's own part")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
  }
}
