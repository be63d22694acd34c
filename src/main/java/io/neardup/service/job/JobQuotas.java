package io.neardup.service.job;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;

/// Quotas of jobs. One caller may have three quarters of each.
///
/// @param places jobs that wait or run
/// @param sizes bytes of results, of running and of finished jobs
record JobQuotas(CallerQuota places, CallerQuota sizes) {

  private static final int RETRY_AFTER_SECONDS = 10;

  static JobQuotas of(JobOptions options) {
    return new JobQuotas(
        new CallerQuota(options.atOnce() + options.queue(), JobQuotas::placeRefused),
        new CallerQuota(options.maxResults(), JobQuotas::sizeRefused));
  }

  private static RuntimeException placeRefused(CallerQuota quota, Bound bound) {
    return bound == Bound.CALLER
        ? new RequestException(
            Fault.TOO_MANY_REQUESTS,
            "caller",
            "may have "
                + quota.perCaller()
                + " jobs that wait or run (neardup.jobs.queue); wait until one is done")
        : RequestException.busy(
            quota.total()
                + " jobs wait or run, the maximum; try again when one is done, or raise"
                + " neardup.jobs.queue",
            RETRY_AFTER_SECONDS);
  }

  private static RuntimeException sizeRefused(CallerQuota quota, Bound bound) {
    return new RequestException(
        Fault.TOO_LARGE,
        "results",
        (bound == Bound.CALLER
                ? "of one caller may take "
                    + quota.perCaller()
                    + " bytes, three quarters of neardup.jobs.max-results"
                : "of all jobs may take neardup.jobs.max-results, " + quota.total() + " bytes")
            + "; delete finished jobs, lower maxDistance, add a filter, or raise that limit");
  }
}
