package io.neardup.config;

import io.neardup.config.NeardupProperties.OwnProfile;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;
import org.yaml.snakeyaml.error.YAMLException;

/// The custom profiles that are configured under `neardup.profiles`.
public final class ConfiguredProfiles {

  private static final String KEY = "neardup.profiles";

  private ConfiguredProfiles() {}

  /// The profiles of a configuration file of the service, for programs without a Spring context.
  ///
  /// @param file YAML, or properties if its name ends so
  /// @throws IllegalArgumentException if a profile is not valid, with its key
  /// @throws IOException if the file cannot be read
  public static List<Profile> read(Path file) throws IOException {
    PropertySourceLoader loader =
        file.toString().endsWith(".properties")
            ? new PropertiesPropertySourceLoader()
            : new YamlPropertySourceLoader();
    StandardEnvironment environment = new StandardEnvironment();
    try {
      List<PropertySource<?>> documents =
          loader.load(file.toString(), new FileSystemResource(file));
      documents.reversed().forEach(environment.getPropertySources()::addLast); // the last one wins
      ConfigurationPropertySources.attach(environment);
      Map<String, OwnProfile> profiles =
          Binder.get(
                  environment,
                  new NoUnboundElementsBindHandler(
                      BindHandler.DEFAULT, new UnboundElementsSourceFilter()))
              .bind(KEY, Bindable.mapOf(String.class, OwnProfile.class))
              .orElseThrow(() -> new IllegalArgumentException("has no " + KEY));
      return of(profiles);
    } catch (BindException e) {
      throw new IllegalArgumentException(
          e.getName() + ": " + NestedExceptionUtils.getMostSpecificCause(e).getMessage(), e);
    } catch (InvalidConfigurationException | YAMLException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /// The profiles by their configuration.
  ///
  /// @throws InvalidConfigurationException if one is not valid
  static List<Profile> of(Map<String, OwnProfile> profiles) {
    List<Profile> own = new ArrayList<>();
    profiles.forEach(
        (name, parts) -> own.add(configured(KEY + "." + name, () -> parts.spec(name).build())));
    return own;
  }

  /// Makes something of a key.
  ///
  /// @throws InvalidConfigurationException if the value is not valid
  static <T> T configured(String key, Supplier<T> making) {
    try {
      return making.get();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new InvalidConfigurationException(key, e);
    }
  }
}
