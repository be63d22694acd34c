package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two instances with few threads, each of which needs the other one for all requests of clients.
@Timeout(60)
class RelayLoadTests {

  private static final int THREADS = 4;
  private static final int CLIENTS = 24;
  private static final int REQUESTS = 50;

  @TempDir Path directory;

  /// Answers another instance, and asks it for all others.
  private static final class Asking implements Instance.Handler {
    private Instance own;
    private Instance other;

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (Hop.of(request) == null) {
        RelayClient.Question question =
            new RelayClient.Question(Call.of("GET", "/x"), "application/json", null);
        own.client().ask(Instance.to(other.uri()), question, Duration.ofSeconds(5));
      }
      response.getOutputStream().print("done");
    }
  }

  @Test
  void instancesThatNeedEachOtherDoNotWaitForEachOther() throws Exception {
    RelaySettings usual = RelaySettings.of(THREADS, Duration.ofSeconds(5), null);
    Asking atOne = new Asking();
    Asking atTwo = new Asking();
    try (ExecutorService oneThreads = Executors.newFixedThreadPool(THREADS);
        ExecutorService twoThreads = Executors.newFixedThreadPool(THREADS);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        Instance one = instance(atOne, usual, oneThreads);
        Instance two = instance(atTwo, usual, twoThreads)) {
      atOne.own = atTwo.other = one;
      atTwo.own = atOne.other = two;
      one.routes = call -> route(call, two);
      two.routes = call -> route(call, one);
      List<Future<Integer>> answered = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int port = (i % 2 == 0 ? one : two).port();
        String path = i % 4 < 2 ? "/forwarded" : "/asking";
        String from = "127.0.0." + (i / 4 + 1);
        answered.add(clients.submit(() -> requests(port, from, path)));
      }
      int done = 0;
      for (Future<Integer> each : answered) {
        done += each.get();
      }
      assertThat(done).isPositive();
    }
  }

  private static Route route(Call call, Instance other) {
    return call.path().equals("/asking") ? new Route.Here(true) : Instance.to(other.uri());
  }

  private Instance instance(Asking handler, RelaySettings settings, ExecutorService threads) {
    return new Instance(
        directory,
        handler,
        settings,
        InstantSource.system(),
        connector -> connector.getProtocolHandler().setExecutor(threads));
  }

  /// @return how many were answered; others were refused at once
  private static int requests(int port, String from, String path) throws IOException {
    int done = 0;
    for (int i = 0; i < REQUESTS; i++) {
      try (RawClient client = new RawClient(port, from)) {
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        String answer = client.readAll();
        if (answer.startsWith("HTTP/1.1 200")) {
          done++;
        } else {
          assertThat(answer).matches("(?s)HTTP/1.1 (429|503) .*(may have|must wait).*");
        }
      }
    }
    return done;
  }
}
