package io.neardup.config;

import io.neardup.service.InvalidConfigurationException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.stereotype.Component;

/// Stops the start, before anything is opened, if a configured key below `neardup` is unknown: a
/// misspelt key could mean a missing limit or a missing restriction of a caller.
///
/// Spring Boot can refuse unknown keys of one record. But it checks neither the environment nor
/// prefixes shared by several records, and does not suggest the most similar key.
@Component
final class KnownKeysCheck implements BeanFactoryPostProcessor {

  private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("neardup");
  private static final String VARIABLES = "NEARDUP_";
  private static final LevenshteinDistance EDITS = LevenshteinDistance.getDefaultInstance();

  /// Environment variables that Kubernetes sets in every pod for a Service named `neardup` or
  /// `neardup-...`; Docker links set the same.
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "NEARDUP_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?"
              + "|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

  private static final String INDEX = "[n]";
  private static final String REST = ".**"; // of a key that another library reads

  private final List<String> known = new ArrayList<>();

  /// @throws InvalidConfigurationException with a sentence for each such key
  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    for (String bean : beans.getBeanDefinitionNames()) {
      Class<?> type = beans.getType(bean, false);
      if (type != null && type.isRecord()) {
        ConfigurationProperties section = type.getAnnotation(ConfigurationProperties.class);
        if (section != null) {
          keys(section.value(), type).forEach(known::add);
        }
      }
    }
    ConfigurableEnvironment environment = beans.getBean(ConfigurableEnvironment.class);
    List<String> faults = faults(environment);
    if (!faults.isEmpty()) {
      throw new InvalidConfigurationException(String.join(System.lineSeparator(), faults));
    }
  }

  /// The keys of a configuration record, such as `neardup.security.api-keys[n].name`.
  static Stream<String> keys(String key, Type type) {
    ResolvableType resolved = ResolvableType.forType(type);
    if (resolved.toClass().isRecord()) {
      return Arrays.stream(resolved.toClass().getRecordComponents())
          .flatMap(part ->
              keys(
                  key + "." + DataObjectPropertyName.toDashedForm(part.getName()),
                  part.getGenericType()));
    }
    if (Map.class.isAssignableFrom(resolved.toClass())) {
      return Stream.of(key + REST);
    }
    return Collection.class.isAssignableFrom(resolved.toClass())
        ? Stream.concat( // comma-separated values, or one by one
            Stream.of(key), keys(key + INDEX, resolved.getGeneric(0).getType()))
        : Stream.of(key);
  }

  /// Whether `name` is such a key, or a leading part of one, such as an empty section of a YAML
  /// file.
  static boolean covers(String key, ConfigurationPropertyName name) {
    String own = key.replace("-", "").replace(REST, "");
    String plain =
        name.toString()
            .replaceAll("\\[\\d+]", INDEX)
            .replaceAll("[-_]", "")
            .toLowerCase(Locale.ROOT);
    return own.equals(plain) || isWithin(own, plain) || key.endsWith(REST) && isWithin(plain, own);
  }

  private static boolean isWithin(String key, String section) {
    return key.startsWith(section + ".") || key.startsWith(section + "[");
  }

  /// Whether an environment variable is such a key, with dashes left out or written as underscores.
  static boolean covers(String key, String variable) {
    return Stream.of("", "_")
        .anyMatch(dash ->
            variable(key, dash)
                .transform(own -> own.replace("<N>", "\\d+").replace("<REST>", ".+"))
                .transform(own -> Pattern.matches(own, variable.toUpperCase(Locale.ROOT))));
  }

  /// Such as `NEARDUP_SECURITY_APIKEYS_<N>_NAME`.
  private static String variable(String key, String dash) {
    return key.replace("-", dash)
        .replace(INDEX, "_<N>")
        .replace(REST, "_<REST>")
        .replace('.', '_')
        .toUpperCase(Locale.ROOT);
  }

  /// A sentence for each unknown key, without its value, which may be a secret.
  private List<String> faults(ConfigurableEnvironment environment) {
    List<String> faults = new ArrayList<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
        for (String variable : variables.getPropertyNames()) {
          if (!isKnown(variable)) {
            faults.add(fault(variable, "the environment", key -> variable(key, "")));
          }
        }
      } else if (source instanceof IterableConfigurationPropertySource names) {
        names.stream()
            .filter(name -> ROOT.isAncestorOf(name) && !isKnown(name))
            .map(name -> fault(name.toString(), origin(names, name), key -> key))
            .forEach(faults::add);
      }
    }
    return faults;
  }

  private boolean isKnown(ConfigurationPropertyName name) {
    return known.stream().anyMatch(key -> covers(key, name));
  }

  private boolean isKnown(String variable) {
    String upper = variable.toUpperCase(Locale.ROOT);
    return !upper.startsWith(VARIABLES)
        || SERVICE_LINK.matcher(upper).matches()
        || known.stream().anyMatch(key -> covers(key, variable));
  }

  private static String origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
    Origin origin = Origin.from(source.getConfigurationProperty(name));
    return origin == null ? "an unknown place" : origin.toString();
  }

  private String fault(String unknown, String origin, UnaryOperator<String> spelling) {
    return unknown
        + " (in "
        + origin
        + ") is not a key of this service"
        + nearest(unknown, spelling).map(key -> "; the nearest is " + key).orElse("");
  }

  /// The most similar key, unless more than half of it differs.
  private Optional<String> nearest(String unknown, UnaryOperator<String> spelling) {
    String plain = unknown.replaceAll("\\[\\d+]", INDEX).replaceAll("_\\d+_", "_<N>_");
    return known.stream()
        .map(spelling)
        .min(Comparator.comparingInt(key -> EDITS.apply(plain, key)))
        .filter(key -> 2 * EDITS.apply(plain, key) <= plain.length() - VARIABLES.length());
  }
}
