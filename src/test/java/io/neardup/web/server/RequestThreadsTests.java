package io.neardup.web.server;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

@HttpTest
class RequestThreadsTests {

  @Autowired private ServletWebServerApplicationContext context;
  @Autowired private ThreadPoolExecutor requestThreads;

  @Test
  void tomcatAnswersRequestsOnThem() {
    TomcatWebServer server = (TomcatWebServer) context.getWebServer();
    assertThat(server.getTomcat().getConnector().getProtocolHandler().getExecutor())
        .isSameAs(requestThreads);
  }

  @Test
  void areVirtualAndAtMostTheConfiguredNumber() {
    ThreadPoolExecutor two = new WebConfiguration().requestThreads(2);
    CountDownLatch end = new CountDownLatch(1);
    try {
      List<CompletableFuture<Boolean>> requests =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> isVirtualAfter(end), two))
              .limit(5)
              .toList();
      await()
          .until(() -> two.getQueue().size() == 3); // a thread counts as active before it takes one
      assertThat(two.getPoolSize()).isEqualTo(2);
      end.countDown();
      assertThat(requests).allMatch(CompletableFuture::join);
    } finally {
      end.countDown();
      two.shutdownNow();
    }
  }

  private static boolean isVirtualAfter(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Thread.currentThread().isVirtual();
  }
}
