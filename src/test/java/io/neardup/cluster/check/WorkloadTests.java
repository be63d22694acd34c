package io.neardup.cluster.check;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.cluster.check.Call.Kind;
import io.neardup.cluster.check.Call.Result;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;

/// Concurrent clients of a single instance: their history has all kinds of calls and no violation,
/// and violations that are planted in it are detected.
@HttpTest
class WorkloadTests {

  private static final int CLIENTS = 6;
  private static final int CALLS = 100;
  private static final long SEED = 7;
  private static final int PLANTED = 5;

  @Autowired private RunningService service;

  @TempDir private Path folder;

  @Test
  void singleInstanceKeepsItsPromises() throws Exception {
    List<Call> calls = run("checked-single", List.of(local(service.port())));

    assertThat(HistoryChecker.check(calls)).isEmpty();
    assertThat(calls.stream().map(Call::kind).collect(Collectors.toSet()))
        .isEqualTo(Set.of(Kind.values()));
    assertThat(calls).noneMatch(call -> call.result() == Result.UNKNOWN);
    assertThat(calls).noneMatch(call -> call.result() == Result.REFUSED);
    assertThat(calls).anyMatch(call -> call.result() == Result.SKIPPED);
    assertThat(calls)
        .filteredOn(
            call -> call.mayHaveWritten() && call.kind() != Kind.CHANGE && call.kind() != Kind.KEEP)
        .allSatisfy(call -> assertThat(call.position()).isNotNull());
    assertThat(calls)
        .filteredOn(call -> call.kind() == Kind.LOOKUP && call.result() != Result.MISSING)
        .hasSizeGreaterThan(CLIENTS * CALLS / 5)
        .anyMatch(call -> call.matches().isEmpty())
        .anyMatch(call -> !call.matches().isEmpty());
    assertThat(concurrentWrites(calls)).isPositive();
    plantViolations(calls);
  }

  /// A server that does not answer, one that answers errors, and an address without a server.
  @Test
  void goesOnAtAnotherInstanceAfterAnError() throws Exception {
    HttpServer broken =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    broken.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestMethod().equals("PUT")) {
            exchange.sendResponseHeaders(503, -1);
          }
          exchange.close();
        });
    broken.start();
    try {
      List<Call> calls =
          run(
              "checked-errors",
              List.of(local(broken.getAddress().getPort()), local(service.port()), local(1)));

      assertThat(HistoryChecker.check(calls)).isEmpty();
      assertThat(calls)
          .filteredOn(call -> call.server() == 0)
          .isNotEmpty()
          .allMatch(call -> call.result() == Result.UNKNOWN);
      assertThat(calls)
          .filteredOn(call -> call.server() == 1)
          .anyMatch(call -> call.result() == Result.DONE)
          .noneMatch(call -> call.result() == Result.UNKNOWN);
      assertThat(calls)
          .filteredOn(call -> call.server() == 2)
          .isNotEmpty()
          .allMatch(call -> call.result() == Result.REFUSED);
    } finally {
      broken.stop(0);
    }
  }

  private List<Call> run(String collection, List<URI> servers) throws Exception {
    Path file = folder.resolve("history.jsonl");
    try (History history = new History(file);
        ApiClient api = new ApiClient(servers, collection, PATIENCE, history)) {
      Workload workload = new Workload(api, history, SEED, Duration.ZERO);
      workload.prepare();
      workload.start(CLIENTS, CALLS);
      workload.await();
      workload.readAll(PATIENCE);
    } finally {
      for (String each : Workload.COLLECTIONS) {
        service.delete("/collections/" + collection + "-" + each).require(204);
      }
    }
    return History.read(file);
  }

  /// Removing a write, a delete or a verdict from what was stored contradicts the other answers, if
  /// nothing else explains them: no other call changed the document at the same time or later, and
  /// the verdict is the only one.
  private static void plantViolations(List<Call> calls) {
    for (Kind kind : List.of(Kind.STORE, Kind.DELETE, Kind.VERDICT)) {
      List<Call> decisive =
          calls.stream()
              .filter(call -> call.kind() == kind && call.result() == Result.DONE)
              .filter(call -> isDecisive(call, calls))
              .limit(PLANTED)
              .toList();
      assertThat(decisive).as("calls of kind %s", kind).isNotEmpty();
      for (Call call : decisive) {
        List<Call> without = new ArrayList<>(calls);
        without.remove(call);
        assertThat(HistoryChecker.check(without)).as("without %s", call).isNotEmpty();
      }
    }
  }

  private static boolean isDecisive(Call call, List<Call> calls) {
    List<Call> writes =
        calls.stream()
            .filter(other -> other.mayHaveWritten() && other.id().equals(call.id()))
            .toList();
    if (concurrentWrites(writes) > 0) {
      return false;
    }
    if (call.kind() == Kind.VERDICT
        && (call.enabled()
            || !exists(call, calls)
            || writes.stream().anyMatch(other -> other != call && other.kind() != Kind.STORE))) {
      return false;
    }
    return writes.stream().noneMatch(other -> other.begun() > call.begun());
  }

  private static boolean exists(Call call, List<Call> calls) {
    return calls.stream()
        .anyMatch(
            read -> read.kind() == Kind.READ && read.id().equals(call.id()) && read.revision() > 0);
  }

  private static long concurrentWrites(List<Call> calls) {
    return calls.stream()
        .filter(Call::mayHaveWritten)
        .filter(call ->
            calls.stream()
                .anyMatch(other ->
                    other != call
                        && other.mayHaveWritten()
                        && other.id().equals(call.id())
                        && other.begun() < call.answered()
                        && call.begun() < other.answered()))
        .count();
  }

  private static URI local(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }
}
