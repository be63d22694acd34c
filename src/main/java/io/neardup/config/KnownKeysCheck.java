package io.neardup.config;

import io.neardup.service.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.stereotype.Component;

/// Stops the start if a configured key below `neardup` is unknown, before anything is opened: a
/// misspelt key could mean a missing limit or a missing restriction of a caller.
///
/// Spring Boot can refuse unknown keys of one record, but does not check the environment, nor keys
/// of a prefix that several records share, and does not name the most similar key.
@Component
final class KnownKeysCheck implements BeanFactoryPostProcessor {

  private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("neardup");
  private static final String VARIABLES = "NEARDUP_";
  private static final LevenshteinDistance EDITS = LevenshteinDistance.getDefaultInstance();

  /// Environment variables that Kubernetes sets in every pod for a Service that is named `neardup`
  /// or `neardup-...`; Docker's links are the same.
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "NEARDUP_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?"
              + "|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

  private final List<KeyPattern> known = new ArrayList<>();

  /// @throws InvalidConfigurationException with a sentence for each such key
  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    for (String bean : beans.getBeanDefinitionNames()) {
      Class<?> type = beans.getType(bean, false);
      if (type != null && type.isRecord()) {
        ConfigurationProperties section = type.getAnnotation(ConfigurationProperties.class);
        if (section != null) {
          known.addAll(KeyPattern.of(section.value(), type));
        }
      }
    }
    ConfigurableEnvironment environment = beans.getBean(ConfigurableEnvironment.class);
    known.addAll(KeyPattern.ofProfiles(ConfiguredProfiles.names(environment)));
    List<String> faults = faults(environment);
    if (!faults.isEmpty()) {
      throw new InvalidConfigurationException(String.join(System.lineSeparator(), faults));
    }
  }

  /// A sentence for each unknown key, without its value, which may be a secret.
  private List<String> faults(ConfigurableEnvironment environment) {
    List<String> faults = new ArrayList<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
        for (String variable : variables.getPropertyNames()) {
          if (!isKnown(variable)) {
            faults.add(fault(variable, "the environment", KeyPattern::variable));
          }
        }
      } else if (source instanceof IterableConfigurationPropertySource names) {
        names.stream()
            .filter(name -> ROOT.isAncestorOf(name) && !isKnown(name))
            .map(name -> fault(name.toString(), origin(names, name), KeyPattern::toString))
            .forEach(faults::add);
      }
    }
    return faults;
  }

  private boolean isKnown(ConfigurationPropertyName name) {
    return known.stream().anyMatch(key -> key.covers(name));
  }

  private boolean isKnown(String variable) {
    String upper = variable.toUpperCase(Locale.ROOT);
    return !upper.startsWith(VARIABLES)
        || SERVICE_LINK.matcher(upper).matches()
        || known.stream().anyMatch(key -> key.covers(variable));
  }

  private static String origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
    Origin origin = Origin.from(source.getConfigurationProperty(name));
    return origin == null ? "an unknown place" : origin.toString();
  }

  private String fault(String unknown, String origin, Function<KeyPattern, String> spelling) {
    return unknown
        + " (in "
        + origin
        + ") is no key of this service"
        + nearest(unknown, spelling).map(key -> "; the nearest is " + key).orElse("");
  }

  /// The most similar key, unless more than half of it differs.
  private Optional<String> nearest(String unknown, Function<KeyPattern, String> spelling) {
    String plain = unknown.replaceAll("\\[\\d+]", KeyPattern.INDEX).replaceAll("_\\d+_", "_<N>_");
    return known.stream()
        .map(spelling)
        .min(Comparator.comparingInt(key -> EDITS.apply(plain, key)))
        .filter(key -> 2 * EDITS.apply(plain, key) <= plain.length() - VARIABLES.length());
  }
}
