package io.neardup.web.job;

import io.neardup.FreshService;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A kind of jobs that run until they are stopped or released.
public final class WaitingJob implements JobKind {

  private final CountDownLatch released = new CountDownLatch(1);

  /// Starts a service that has this kind.
  public FreshService start(String... configuration) {
    return FreshService.startWith(
        context -> context.registerBean("waitingJob", JobKind.class, () -> this), configuration);
  }

  /// Lets all of these jobs end.
  public void release() {
    released.countDown();
  }

  @Override
  public String name() {
    return "waiting";
  }

  @Override
  public Set<String> fields() {
    return Set.of("filter");
  }

  @Override
  public List<String> columns() {
    return List.of("n");
  }

  @Override
  public JobWork prepare(JobRequest request, JobScope scope) {
    return context -> {
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
    };
  }
}
