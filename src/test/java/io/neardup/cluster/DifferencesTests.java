package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/// The documented differences between a cluster and a single process are those that tests are
/// marked with.
class DifferencesTests {

  private static final Pattern TABLE =
      Pattern.compile("(?s)## What differs from a single process\n.*?\\|---\\|---\\|\n(.*?)\n\n");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (.*?) \\| (.*) \\|$");

  @Test
  void testsAreNotRunInClusterModeForDocumentedDifferencesOnly() throws IOException {
    Map<String, String> documented = documented();
    assertThat(documented).isNotEmpty();
    assertThat(marked()).isNotEmpty().isSubsetOf(documented.keySet());
  }

  @Test
  void whatIsRefusedInAClusterIsTestedWithASingleProcess() throws IOException {
    Set<String> refused =
        documented().entrySet().stream()
            .filter(row -> row.getValue().startsWith("501"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertThat(refused).isNotEmpty().isSubsetOf(marked());
  }

  /// The rows of the table of the guide.
  private static Map<String, String> documented() throws IOException {
    return TABLE
        .matcher(Files.readString(Path.of("docs/cluster.md")))
        .results()
        .flatMap(table -> ROW.matcher(table.group(1)).results())
        .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
  }

  /// The differences that tests are marked with.
  private static Set<String> marked() {
    return ReflectionSupport.findAllClassesInPackage(
            "io.neardup", any -> true, name -> name.matches(".*Tests?"))
        .stream()
        .flatMap(each ->
            Stream.<AnnotatedElement>concat(Stream.of(each), Stream.of(each.getDeclaredMethods())))
        .flatMap(each -> AnnotationSupport.findAnnotation(each, SingleProcess.class).stream())
        .map(SingleProcess::value)
        .collect(Collectors.toSet());
  }
}
