package io.neardup.cluster.relay;

import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Limits of forwarded requests.
///
/// @param atOnce the maximum of concurrent requests that wait for other instances, of which one
///   address may have three quarters
/// @param deadline how long a request waits for an instance that accepts it
/// @param connect how long an instance may take to accept a connection
/// @param idle how long nothing may arrive from an instance, or from a client that sends a stream
/// @param upload how long a short body may take to arrive
/// @param tls for instances with addresses of https; null for the default of Java
public record RelaySettings(
    int atOnce,
    Duration deadline,
    Duration connect,
    Duration idle,
    Duration upload,
    @Nullable SSLContext tls) {

  /// The usual times. Half of the threads are left to what other instances forward to this one: if
  /// instances could fill each other with requests that wait for one another, none would be
  /// answered.
  ///
  /// @param threads that answer requests
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
