package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import org.apache.coyote.http2.Http2Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that call an instance by HTTP/2, by which a cut answer would appear complete.
@Timeout(60)
class RelayHttp2Tests {

  @Test
  void requestsByHttp2AreAnsweredHereOnly(@TempDir Path directory) throws Exception {
    Instance.Handler handler = (_, response) -> response.getOutputStream().print("answered");
    try (Instance owner = new Instance(directory, handler);
        Instance edge =
            new Instance(
                directory,
                handler,
                Instance.SETTINGS,
                InstantSource.system(),
                connector -> connector.addUpgradeProtocol(new Http2Protocol()));
        HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://localhost:" + edge.port());
      var get = HttpRequest.newBuilder(uri.resolve("/d")).build();
      var here = client.send(get, BodyHandlers.ofString());
      assertThat(here.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(here.body()).isEqualTo("answered");
      edge.forwardTo(owner);
      var elsewhere = client.send(get, BodyHandlers.ofString());
      assertThat(elsewhere.statusCode()).isEqualTo(501);
      assertThat(elsewhere.body()).contains("use HTTP/1.1");
      assertThat(owner.handled).hasValue(0);
    }
  }
}
