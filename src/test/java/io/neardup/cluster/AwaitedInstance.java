package io.neardup.cluster;

import io.neardup.Eventually;
import io.neardup.service.collection.DocumentCollections;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/// Delays the end of the start of each instance of a cluster that a test starts until it is ready,
/// as a single process is.
public final class AwaitedInstance implements ApplicationListener<ApplicationReadyEvent>, Ordered {

  @Override
  public void onApplicationEvent(ApplicationReadyEvent event) {
    ApplicationContext context = event.getApplicationContext();
    if (context.getEnvironment().containsProperty(Cluster.SWITCH)) {
      DocumentCollections collections = context.getBean(DocumentCollections.class);
      Eventually.await().until(collections::isReady);
    }
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}
