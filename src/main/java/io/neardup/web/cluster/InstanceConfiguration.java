package io.neardup.web.cluster;

import io.neardup.cluster.Cluster;
import io.neardup.service.collection.DocumentCollections;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/// Registers the filter that answers the other instances of a cluster.
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(Cluster.SWITCH)
class InstanceConfiguration {

  @Bean
  FilterRegistrationBean<InstanceFilter> instanceFilter(
      Cluster cluster, DocumentCollections collections) {
    FilterRegistrationBean<InstanceFilter> registration =
        new FilterRegistrationBean<>(new InstanceFilter(cluster, collections));
    registration.addUrlPatterns(InstanceFilter.PATHS);
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }
}
