package io.neardup.config;

import io.neardup.profile.ProfileParts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// The keys of custom profiles and their values as strings, for [ProfileParts]. Environment
/// variables override keys of profiles, but do not define profiles: the hyphens of a name are lost
/// in them.
final class ConfiguredProfiles {

  private static final ConfigurationPropertyName ROOT =
      ConfigurationPropertyName.of("neardup.profiles");
  private static final int NAME = ROOT.getNumberOfElements(); // the index of that element of a key

  private ConfiguredProfiles() {}

  static Set<String> names(ConfigurableEnvironment environment) {
    return profiles(ConfigurationPropertySources.from(environment.getPropertySources())).stream()
        .map(profile -> profile.getLastElement(Form.ORIGINAL))
        .collect(Collectors.toSet());
  }

  /// The values by key, by the name of the profile; elements of lists are separated by commas.
  /// Unknown keys are left out.
  static Map<String, Map<String, String>> values(ConfigurableEnvironment environment) {
    Iterable<ConfigurationPropertySource> sources =
        ConfigurationPropertySources.from(environment.getPropertySources());
    Binder binder = new Binder(sources, new PropertySourcesPlaceholdersResolver(environment));
    Map<String, Map<String, String>> profiles = new LinkedHashMap<>();
    for (ConfigurationPropertyName profile : profiles(sources)) {
      Map<String, String> values = // of both spellings of a name, with and without brackets
          profiles.computeIfAbsent(
              profile.getLastElement(Form.ORIGINAL), unseen -> new TreeMap<>());
      for (String key : ProfileParts.KEYS) {
        if (ProfileParts.LISTS.contains(key)) {
          binder
              .bind(profile.append(key), Bindable.listOf(String.class))
              .ifBound(value -> values.putIfAbsent(key, String.join(",", value)));
        } else {
          binder
              .bind(profile.append(key), Bindable.of(String.class))
              .ifBound(value -> {
                if (!value.isBlank()) { // as if it were not set
                  values.putIfAbsent(key, value);
                }
              });
        }
      }
    }
    return profiles;
  }

  private static Set<ConfigurationPropertyName> profiles(
      Iterable<ConfigurationPropertySource> sources) {
    Set<ConfigurationPropertyName> profiles = new LinkedHashSet<>();
    for (ConfigurationPropertySource source : sources) {
      if (source instanceof IterableConfigurationPropertySource keys
          && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
        keys.stream().filter(ROOT::isAncestorOf).forEach(key -> profiles.add(key.chop(NAME + 1)));
      }
    }
    return profiles;
  }
}
