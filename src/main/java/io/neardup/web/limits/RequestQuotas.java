package io.neardup.web.limits;

import io.neardup.service.CallerQuota;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.util.Locale;

/// Quotas of concurrent requests. One caller may use three quarters of each, and all of `answers`.
///
/// @param streams NDJSON and CSV streams: each holds threads and an answer buffer for as long as
///   its client keeps it open
/// @param memory bytes held by bodies and long lines from their first byte until they are
///   processed, and by documents from the store until the answer is written, see [RequestMemory];
///   requests beyond the quota are refused, so that the heap is never exhausted
/// @param answers bytes of stream answers not yet read by clients; the same amount again is divided
///   equally among the streams
/// @param uploads threads that wait for bodies, so that others remain for complete requests
/// @param waits threads that wait for a change or for the end of a job, see [LongPoll]
public record RequestQuotas(
    CallerQuota streams,
    CallerQuota memory,
    CallerQuota answers,
    CallerQuota uploads,
    CallerQuota waits) {

  /// The quotas of a service.
  ///
  /// @param streams the maximum number of concurrent streams
  /// @param memoryBytes the maximum memory for bodies and long lines
  /// @param answerBytes the maximum memory shared by unread answers
  /// @param threads number of request threads; half of them may wait for bodies, a quarter for
  ///   later events
  public static RequestQuotas of(int streams, long memoryBytes, long answerBytes, int threads) {
    return new RequestQuotas(
        quota(
            streams,
            "may have %d streams at once (neardup.limits.streams); wait until one has ended",
            "stream",
            "must wait: %d other streams are open (neardup.limits.streams); try again"),
        quota(
            memoryBytes,
            "may take %d bytes of memory at once (neardup.limits.memory); wait for answers, or send"
                + " or request less",
            "request",
            "must wait: other requests hold the memory for bodies and stored documents"
                + " (neardup.limits.memory); retry"),
        new CallerQuota( // streams take what is available
            answerBytes, answerBytes, (_, bound) -> new IllegalStateException(bound.name())),
        quota(
            Math.max(1, threads / 2),
            "may upload %d bodies at once (server.tomcat.threads.max); send fewer, or"
                + " send them faster",
            "body",
            "cannot be received: too many requests are still uploading (server.tomcat.threads.max);"
                + " try again"),
        quota(
            Math.max(1, threads / 4),
            "may have %d requests with 'wait' at once (server.tomcat.threads.max); let one end"
                + " before the next",
            "wait",
            "is not possible now: %d other requests wait (server.tomcat.threads.max); try again, or"
                + " leave it out"));
  }

  /// @param ofCaller message for a caller that has three quarters; formatted with that number
  /// @param field to refuse if all callers together have everything
  /// @param ofAll message for the field; formatted with the total
  private static CallerQuota quota(long total, String ofCaller, String field, String ofAll) {
    return new CallerQuota(
        total,
        (quota, bound) ->
            switch (bound) {
              case REQUEST -> // only of memory: others take one unit at a time
                  new RequestException(
                      Fault.TOO_LARGE,
                      "request",
                      "needs more than the "
                          + total
                          + " bytes of neardup.limits.memory; send or request less at once, or"
                          + " raise it");
              case CALLER ->
                  new RequestException(
                      Fault.TOO_MANY_REQUESTS,
                      "caller",
                      String.format(Locale.ROOT, ofCaller, quota.perCaller()));
              case TOTAL ->
                  new RequestException(
                      Fault.UNAVAILABLE, field, String.format(Locale.ROOT, ofAll, total));
            });
  }
}
