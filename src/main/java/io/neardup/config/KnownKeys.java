package io.neardup.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// The configuration keys of the service. Finds configured keys that do not exist.
///
/// Spring Boot can refuse unknown keys of one record, but does not check the environment, nor keys
/// of a prefix that several records share.
final class KnownKeys {

  private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("neardup");
  private static final String VARIABLES = "NEARDUP_";

  /// Environment variables that Kubernetes sets in every pod for a Service that is named `neardup`
  /// or `neardup-...`; Docker's links are the same.
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "NEARDUP_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?"
              + "|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

  private final List<KeyPattern> known;

  KnownKeys(List<KeyPattern> known) {
    this.known = List.copyOf(known);
  }

  /// A sentence for each unknown key, without its value, which may be a secret.
  List<String> faults(ConfigurableEnvironment environment) {
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
        .min(Comparator.comparingInt(key -> edits(plain, key)))
        .filter(key -> 2 * edits(plain, key) <= plain.length() - VARIABLES.length());
  }

  /// The Levenshtein distance, in O(nm).
  private static int edits(String a, String b) {
    int[] row = IntStream.rangeClosed(0, b.length()).toArray();
    for (int i = 0; i < a.length(); i++) {
      int diagonal = row[0];
      row[0] = i + 1;
      for (int j = 0; j < b.length(); j++) {
        int changed = diagonal + (a.charAt(i) == b.charAt(j) ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = Math.min(changed, 1 + Math.min(diagonal, row[j]));
      }
    }
    return row[b.length()];
  }
}
