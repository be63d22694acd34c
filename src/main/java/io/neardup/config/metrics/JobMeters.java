package io.neardup.config.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobState;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Metrics of jobs.
///
/// @param kinds that clients may request
public record JobMeters(JobService jobs, List<JobKind> kinds) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("neardup.jobs.queued", jobs, JobService::queued)
        .description("Jobs that wait for others")
        .register(registry);
    Gauge.builder("neardup.jobs.running", jobs, JobService::running)
        .description("Jobs that run")
        .register(registry);
    Gauge.builder("neardup.jobs.results.size", jobs, JobService::resultBytes)
        .description("Size of the results of jobs on disk")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    Gauge.builder("neardup.jobs.results.limit", jobs, JobService::maxResultBytes)
        .description("Maximum size of the results of jobs on disk")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    for (JobKind kind : kinds) {
      register(kind.name(), registry);
    }
    register(JobService.APPLICATION, registry);
  }

  private void register(String kind, MeterRegistry registry) {
    for (JobState state : JobState.values()) {
      if (state.isFinal()) {
        FunctionTimer.builder(
                "neardup.jobs.ended",
                jobs.counts(),
                counts -> counts.jobs(kind, state),
                counts -> counts.nanos(kind, state),
                TimeUnit.NANOSECONDS)
            .description("Jobs that ended, and the time that they took")
            .tag("kind", kind)
            .tag("outcome", state.label())
            .register(registry);
      }
    }
  }
}
