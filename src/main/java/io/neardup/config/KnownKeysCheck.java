package io.neardup.config;

import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

/// Stops the start if a key below `neardup` is unknown, before anything is opened: a misspelt key
/// could mean a missing limit or a missing restriction of a caller.
@Component
final class KnownKeysCheck implements BeanFactoryPostProcessor {

  /// @throws InvalidConfigurationException with a sentence for each such key
  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    List<KeyPattern> known = new ArrayList<>();
    for (String bean : beans.getBeanDefinitionNames()) {
      Class<?> type = beans.getType(bean, false);
      if (type != null && type.isRecord()) {
        ConfigurationProperties section = type.getAnnotation(ConfigurationProperties.class);
        if (section != null) {
          known.addAll(KeyPattern.of(section.value(), type));
        }
      }
    }
    List<String> faults = new KnownKeys(known).faults(beans.getBean(ConfigurableEnvironment.class));
    if (!faults.isEmpty()) {
      throw new InvalidConfigurationException(String.join(System.lineSeparator(), faults));
    }
  }
}
