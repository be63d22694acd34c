package io.neardup.web.job;

import io.neardup.FreshService;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobOptions;
import io.neardup.service.job.JobRequest.EvaluateJobRequest;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/// Takes the place of evaluations, or of some of them: jobs that run until they are stopped or
/// released.
public final class WaitingJob implements ApplicationContextInitializer<GenericApplicationContext> {

  private final CountDownLatch released = new CountDownLatch(1);
  private final Predicate<EvaluateJobRequest> requests;
  private final Function<JobScope, JobWork> preparation;

  /// Puts these jobs in the place of evaluations. Three jobs may wait.
  private record Replacement(WaitingJob waiting) implements BeanPostProcessor {

    private static final int QUEUE = 3;

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      if (bean instanceof JobOptions usual) {
        return new JobOptions(
            usual.directory(),
            usual.atOnce(),
            QUEUE,
            usual.keep(),
            usual.maxResults(),
            usual.lowDisk());
      }
      return name.equals("jobKinds")
          ? ((List<?>) bean).stream().map(kind -> waiting.inPlaceOf((JobKind<?>) kind)).toList()
          : bean;
    }
  }

  public WaitingJob() {
    this(request -> true, null);
  }

  /// Other jobs in the place of evaluations.
  WaitingJob(Function<JobScope, JobWork> preparation) {
    this(request -> true, preparation);
  }

  /// @param preparation null for jobs that wait
  private WaitingJob(
      Predicate<EvaluateJobRequest> requests, @Nullable Function<JobScope, JobWork> preparation) {
    this.requests = requests;
    this.preparation = preparation == null ? scope -> this::run : preparation;
  }

  /// In the place of some evaluations.
  public static WaitingJob insteadOf(Predicate<EvaluateJobRequest> requests) {
    return new WaitingJob(requests, null);
  }

  private JobKind<?> inPlaceOf(JobKind<?> kind) {
    return kind.requests().equals(EvaluateJobRequest.class)
        ? new JobKind<>(
            EvaluateJobRequest.class,
            kind::columns,
            (request, scope) ->
                requests.test(request) ? preparation.apply(scope) : kind.prepare(request, scope))
        : kind;
  }

  @Override
  public void initialize(GenericApplicationContext context) {
    context.registerBean("waitingJob", Replacement.class, () -> new Replacement(this));
  }

  /// Starts a service with these jobs.
  public FreshService start(String... configuration) {
    return FreshService.startWith(this, configuration);
  }

  /// Lets all of these jobs end.
  public void release() {
    released.countDown();
  }

  private void run(JobContext context) {
    context.progress(4, () -> 1);
    CountDownLatch stopped = new CountDownLatch(1);
    context.onStop(stopped::countDown);
    try {
      while (released.getCount() > 0 && stopped.getCount() > 0) {
        var _ = stopped.await(10, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
