package io.neardup.cluster;

import io.neardup.cluster.kafka.ClusterProperties;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Sends requests to other instances, by HTTP on the port of the API.
final class InstanceClient implements AutoCloseable {

  /// The path of reads. The number changes with the form of messages: an instance of another
  /// version answers 404, and counts as one that cannot be reached.
  static final String READ = "/cluster/3/read";

  /// The path of writes.
  static final String WRITE = "/cluster/3/write";

  /// The header with the secret of the instances.
  static final String KEY = "Neardup-Instance-Key";

  /// Long enough for a busy machine: if it ends in the moment in which the connection is made, the
  /// outcome of a write is not known. Reads ask others meanwhile.
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private final HttpClient http;
  private final JsonMapper mapper;
  private final String secret;
  private final String scheme;

  /// @param url of this instance; others have the same scheme
  /// @param tls for https, null for the default of Java
  InstanceClient(
      ClusterProperties properties, URI url, JsonMapper mapper, @Nullable SSLContext tls) {
    this.mapper = mapper;
    this.secret = properties.secret();
    this.scheme = url.getScheme();
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .executor(Executors.newVirtualThreadPerTaskExecutor());
    if (tls != null) {
      builder.sslContext(tls);
    }
    this.http = builder.build();
  }

  /// An instance that was not reached: it has not executed the request.
  static final class NotReachedException extends RuntimeException {
    NotReachedException(String instance, Throwable cause) {
      super(instance + " is not reached", cause);
    }
  }

  /// Sends a request and reads the answer.
  ///
  /// @param instance its host and port
  /// @param body JSON as bytes, or an object that is converted
  /// @param timeout of the whole exchange
  /// @return fails with a [NotReachedException], or another exception if the outcome is unknown
  <T> CompletableFuture<T> send(
      String instance, String path, Object body, Class<T> answer, Duration timeout) {
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(URI.create(scheme + "://" + instance + path))
              .header("Content-Type", "application/json")
              .header(KEY, secret)
              .timeout(timeout)
              .POST(
                  BodyPublishers.ofByteArray(
                      body instanceof byte[] json ? json : mapper.writeValueAsBytes(body)))
              .build();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return http.sendAsync(request, BodyHandlers.ofByteArray())
        .handle((response, failure) -> read(instance, answer, response, failure));
  }

  private <T> T read(
      String instance,
      Class<T> answer,
      @Nullable HttpResponse<byte[]> response,
      @Nullable Throwable failure) {
    if (response != null) {
      int status = response.statusCode();
      if (status == 500) {
        throw new IllegalStateException(instance + " failed");
      }
      if (status != 200) {
        throw new NotReachedException(instance, new IllegalStateException("answers " + status));
      }
      return mapper.readValue(response.body(), answer);
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
      throw new NotReachedException(instance, cause);
    }
    throw new CompletionException(cause);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
