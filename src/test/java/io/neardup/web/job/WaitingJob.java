package io.neardup.web.job;

import io.neardup.FreshService;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.EvaluateJobRequest;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.springframework.beans.factory.config.BeanPostProcessor;

/// Takes the place of evaluations: jobs that run until they are stopped or released.
public final class WaitingJob {

  private final CountDownLatch released = new CountDownLatch(1);

  /// Puts this kind in the place of evaluations.
  private record Replacement(JobKind<EvaluateJobRequest> waiting) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return name.equals("jobKinds")
          ? ((List<?>) bean)
              .stream()
                  .map(kind ->
                      ((JobKind<?>) kind).requests().equals(waiting.requests()) ? waiting : kind)
                  .toList()
          : bean;
    }
  }

  private final JobKind<EvaluateJobRequest> kind;

  public WaitingJob() {
    this.kind = kind(scope -> this::run);
  }

  /// Other jobs in the place of evaluations.
  WaitingJob(Function<JobScope, JobWork> preparation) {
    this.kind = kind(preparation);
  }

  private static JobKind<EvaluateJobRequest> kind(Function<JobScope, JobWork> preparation) {
    return new JobKind<>(
        EvaluateJobRequest.class, List.of("n"), (request, scope) -> preparation.apply(scope));
  }

  /// Starts a service whose jobs of kind evaluate are these.
  public FreshService start(String... configuration) {
    return FreshService.startWith(
        context ->
            context.registerBean("waitingJob", Replacement.class, () -> new Replacement(kind)),
        configuration);
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
