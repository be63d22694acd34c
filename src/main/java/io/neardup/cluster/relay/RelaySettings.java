package io.neardup.cluster.relay;

import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Limits for forwarded requests.
///
/// @param atOnce the maximum number of concurrent requests that wait for other instances; one
///   client address may hold three quarters
/// @param deadline how long a request waits for an instance that accepts it
/// @param connect how long an instance may take to accept a connection
/// @param idle how long nothing may arrive from an instance, or from a client that sends a stream
/// @param upload how long a short body may take to arrive
/// @param tls for instances with https addresses; null for Java's default
public record RelaySettings(
    int atOnce,
    Duration deadline,
    Duration connect,
    Duration idle,
    Duration upload,
    @Nullable SSLContext tls) {

  /// The default limits. Half of the threads are reserved for requests that other instances forward
  /// to this one: otherwise instances that wait for each other could deadlock.
  ///
  /// @param threads number of request threads
  /// @param deadline see [#deadline]
  public static RelaySettings of(int threads, Duration deadline, @Nullable SSLContext tls) {
    return new RelaySettings(
        Math.max(1, threads / 2),
        deadline,
        Duration.ofSeconds(2),
        Duration.ofMinutes(5),
        Duration.ofSeconds(30),
        tls);
  }
}
