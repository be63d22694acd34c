package io.neardup.config;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobState;

/// Metrics of jobs. The timers of jobs that ended are registered before any job ends, so that those
/// of 0 are scraped, too.
record JobMeters(JobService jobs) implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("neardup.jobs.queued", jobs, JobService::queued)
        .description("Jobs that wait for others")
        .register(registry);
    Gauge.builder("neardup.jobs.running", jobs, JobService::running)
        .description("Jobs that run")
        .register(registry);
    Gauge.builder("neardup.jobs.results.size", jobs, each -> each.resultQuota().taken())
        .description("Size of the results of jobs on disk")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    Gauge.builder("neardup.jobs.results.limit", jobs, each -> each.resultQuota().total())
        .description("Maximum size of the results of jobs on disk")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
    jobs.kinds().forEach(kind -> register(kind, registry));
  }

  private void register(String kind, MeterRegistry registry) {
    for (JobState state : JobState.values()) {
      if (state.isFinal()) {
        Timer.builder(JobService.ENDED)
            .description("Jobs that ended, and the time that they took")
            .tag("kind", kind)
            .tag("outcome", state.label())
            .register(registry);
      }
    }
  }
}
