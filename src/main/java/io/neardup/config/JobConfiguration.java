package io.neardup.config;

import static io.neardup.service.InvalidConfigurationException.configured;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.calibrate.EvaluateJob;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.Housekeeping;
import io.neardup.service.job.CleanUps;
import io.neardup.service.job.CompareJob;
import io.neardup.service.job.CopyJob;
import io.neardup.service.job.DedupeJob;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobMemory;
import io.neardup.service.job.JobOptions;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobState;
import io.neardup.service.job.JoinJob;
import io.neardup.service.join.JoinService;
import io.neardup.service.passage.BoilerplateJob;
import io.neardup.service.passage.PassagesJob;
import io.neardup.service.peer.PeerCalls;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.json.JsonMapper;

/// Creates the beans of jobs.
@Configuration(proxyBeanMethods = false)
class JobConfiguration {

  private static final int WAITING = 100; // jobs

  @Bean
  List<JobKind<?>> jobKinds(
      JoinService joins, PeerCalls peers, FingerprintService fingerprints, Clock clock) {
    CleanUps cleanUps = new CleanUps(peers, clock);
    return List.of(
        JoinJob.pairs(joins),
        JoinJob.groups(joins),
        DedupeJob.kind(joins, cleanUps),
        CompareJob.kind(cleanUps),
        CopyJob.kind(peers),
        EvaluateJob.kind(fingerprints),
        PassagesJob.kind(),
        BoilerplateJob.kind());
  }

  @Bean
  JobOptions jobOptions(NeardupProperties properties) {
    NeardupProperties.Jobs jobs = properties.jobs();
    return configured(
        "neardup.jobs",
        () ->
            new JobOptions(
                properties.dataDir().resolve("jobs"),
                jobs.atOnce(),
                WAITING,
                jobs.keep(),
                jobs.maxResults().toBytes(),
                properties.lowDisk().toBytes()));
  }

  @Bean
  JobService jobService(
      JobOptions options,
      List<JobKind<?>> kinds,
      DocumentCollections collections,
      CollectionAccess access,
      JobMemory memory,
      JsonMapper mapper,
      Clock clock,
      MeterRegistry registry) {
    return new JobService(options, kinds, collections, access, memory, mapper, clock, registry);
  }

  /// Reads the jobs before the collections are loaded: once they are, requests are answered.
  @Bean
  @Order(-1)
  ApplicationRunner loadingOfJobs(JobService jobs) {
    return arguments -> jobs.load();
  }

  /// Starts waiting jobs once the collections are loaded.
  @Bean
  @Order(1)
  ApplicationRunner startOfJobs(JobService jobs, Housekeeping housekeeping) {
    return arguments -> {
      jobs.start();
      housekeeping.every(Duration.ofSeconds(1), jobs::expire);
    };
  }

  /// Job metrics. The timers of ended jobs are registered before any job ends, so that zero counts
  /// are scraped, too.
  @Bean
  MeterBinder jobMeters(JobService jobs) {
    return registry -> {
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
    };
  }

  private static void register(String kind, MeterRegistry registry) {
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
