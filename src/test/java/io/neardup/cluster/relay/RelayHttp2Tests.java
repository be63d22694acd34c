package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import org.apache.coyote.http2.Http2Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that call an instance by HTTP/2; instances call each other by HTTP/1.1.
@Timeout(60)
class RelayHttp2Tests {

  @Test
  void streamsOfClientsWithHttp2AreForwarded(@TempDir Path directory) throws Exception {
    Instance.Handler handler =
        (request, response) -> {
          byte[] buffer = new byte[8192];
          InputStream in = request.getInputStream();
          for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            response.getOutputStream().write(buffer, 0, count);
          }
          if (request.getRequestURI().equals("/cut")) {
            response.flushBuffer();
            throw new IOException("the owner fails within its answer");
          }
          response.getOutputStream().print(request.getProtocol() + " " + request.getRequestURL());
        };
    try (Instance owner = new Instance(directory, handler);
        Instance edge =
            new Instance(
                directory,
                (_, _) -> {},
                Instance.SETTINGS,
                InstantSource.system(),
                connector -> connector.addUpgradeProtocol(new Http2Protocol()));
        HttpClient client = HttpClient.newHttpClient()) {
      edge.forwardTo(owner);
      URI uri = URI.create("http://localhost:" + edge.port());
      var get = HttpRequest.newBuilder(uri.resolve("/d?x")).build();
      var first = client.send(get, BodyHandlers.ofString());
      assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(first.body()).isEqualTo("HTTP/1.1 " + uri.resolve("/d"));
      byte[] body = "x".repeat(3_000_000).getBytes();
      for (var publisher :
          new HttpRequest.BodyPublisher[] {
            BodyPublishers.ofByteArray(body),
            BodyPublishers.ofString("abc"),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))
          }) {
        var post = HttpRequest.newBuilder(uri.resolve("/d")).POST(publisher).build();
        var answer = client.send(post, BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).matches("(?s)(abc|x{3000000})HTTP/1.1 http://.*");
      }
      var cut =
          HttpRequest.newBuilder(uri.resolve("/cut")).POST(BodyPublishers.ofByteArray(body)).build();
      try { var x = client.send(cut, BodyHandlers.ofString()); System.err.println("CUT " + x + x.headers() + x.body().length()); } catch (IOException e) { System.err.println("CUT ok " + e); }
      assertThatThrownBy(() -> client.send(cut, BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
    }
  }
}
