package io.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each rule of [ArchitectureTests] is violated by a class that is compiled for this purpose.
class PlantedImportTests {

  @TempDir private Path folder;

  static Stream<Arguments> forbiddenUses() {
    ArchRule engine = ArchitectureTests.engineUsesNothingAboveIt;
    return Stream.of(
        Arguments.of(engine, "text", "io.neardup.store.Document"),
        Arguments.of(engine, "simhash", "io.neardup.service.Source"),
        Arguments.of(engine, "profile", "io.neardup.store.Document"),
        Arguments.of(engine, "hamming", "io.neardup.store.Document"),
        Arguments.of(engine, "index.narrow", "io.neardup.store.Document"),
        Arguments.of(engine, "index.wide", "io.neardup.service.Source"),
        Arguments.of(engine, "pairs.group", "io.neardup.store.Document"),
        Arguments.of(engine, "measure", "io.neardup.service.Source"),
        Arguments.of(engine, "calibrate", "io.neardup.service.Source"),
        Arguments.of(engine, "engine", "io.neardup.store.Document"),
        Arguments.of(
            ArchitectureTests.onlyTheStoreUsesRocksDb,
            "service",
            "io.neardup.store.rocks.Database"),
        Arguments.of(ArchitectureTests.onlyTheStoreUsesRocksDb, "cli", "org.rocksdb.RocksDB"),
        Arguments.of(
            ArchitectureTests.onlyTheConfigurationUsesTheCluster,
            "service",
            "io.neardup.cluster.Cluster"),
        Arguments.of(
            ArchitectureTests.onlyTheConfigurationUsesTheCluster,
            "web.admin",
            "io.neardup.cluster.Cluster"));
  }

  @ParameterizedTest
  @MethodSource("forbiddenUses")
  void aForbiddenUseIsReported(ArchRule rule, String user, String used) throws IOException {
    JavaClasses planted = compile(Map.of("io.neardup." + user + ".Planted", used));
    assertThat(rule.evaluate(planted).getFailureReport().toString())
        .contains("io.neardup." + user + ".Planted");
  }

  @Test
  void aUseOfAnotherControllerPackageIsReported() throws IOException {
    JavaClasses planted =
        compile(
            Map.of(
                "io.neardup.web.join.Planted",
                "io.neardup.web.lookup.Other",
                "io.neardup.web.lookup.Other",
                "java.lang.Object"));
    assertThat(ArchitectureTests.controllersUseNoOtherControllers.evaluate(planted).hasViolation())
        .isTrue();
  }

  @Test
  void circlesAreReportedAtEveryDepth() throws IOException {
    JavaClasses below =
        compile(
            Map.of(
                "io.neardup.store.One", "io.neardup.store.codec.Two",
                "io.neardup.store.codec.Two", "io.neardup.store.One"));
    assertThat(ArchitectureTests.packagesHaveNoCycles.evaluate(below).hasViolation()).isTrue();
    JavaClasses beside =
        compile(
            Map.of(
                "io.neardup.pairs.One", "io.neardup.index.Two",
                "io.neardup.index.Two", "io.neardup.pairs.group.Three",
                "io.neardup.pairs.group.Three", "java.lang.Object"));
    assertThat(ArchitectureTests.roomsHaveNoCycles.evaluate(beside).hasViolation()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("foreignLibraries")
  void aLibraryThatTheRowDoesNotNameIsReported(String user, String library) throws IOException {
    JavaClasses planted = compile(Map.of("io.neardup." + user + ".Planted", library));
    assertThatThrownBy(() -> ArchitectureTests.packagesUseWhatTheirRowsAllow(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(library.substring(0, library.lastIndexOf('.')));
  }

  static Stream<Arguments> foreignLibraries() {
    return Stream.of(
        Arguments.of("text", "org.springframework.util.StringUtils"),
        Arguments.of("service", "org.rocksdb.RocksDB"),
        Arguments.of("store", "tools.jackson.databind.JsonNode"),
        Arguments.of("index", "com.ibm.icu.text.Normalizer2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "String.format(\"%d\", 1)",
        "\"%d\".formatted(1)",
        "\"I\".toLowerCase()",
        "new java.util.Formatter()",
        "new java.text.DecimalFormat(\"0.0\")",
        "java.text.DecimalFormatSymbols.getInstance()",
        "java.text.NumberFormat.getInstance()",
        "java.text.NumberFormat.getPercentInstance()",
        "new java.text.MessageFormat(\"{0}\")",
        "java.text.MessageFormat.format(\"{0}\", 1)",
      })
  void aUseOfTheDefaultLocaleIsReported(String expression) throws IOException {
    assertThat(usesDefaultLocale(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "String.format(java.util.Locale.ROOT, \"%d\", 1)",
        "java.text.NumberFormat.getInstance(java.util.Locale.ROOT).format(1)",
        "new java.text.MessageFormat(\"{0}\", java.util.Locale.ROOT).format(new Object[] {1})",
      })
  void aUseOfANamedLocaleIsNotReported(String expression) throws IOException {
    assertThat(usesDefaultLocale(expression)).isFalse();
  }

  private boolean usesDefaultLocale(String expression) throws IOException {
    JavaClasses planted = compile(Map.of("io.neardup.text.Planted", "Object"), expression);
    return ArchitectureTests.textIsIndependentOfTheDefaultLocale.evaluate(planted).hasViolation();
  }

  private JavaClasses compile(Map<String, String> fields) throws IOException {
    return compile(fields, "null");
  }

  /// Compiles classes with a field each.
  ///
  /// @param fields the type of the field by class
  /// @param value of the fields
  private JavaClasses compile(Map<String, String> fields, String value) throws IOException {
    Path classes = Files.createTempDirectory(folder, "classes");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path")));
    for (Map.Entry<String, String> field : fields.entrySet()) {
      int end = field.getKey().lastIndexOf('.');
      String name = field.getKey().substring(end + 1);
      Path source = folder.resolve(name + ".java");
      Files.writeString(
          source,
          "package %s; public class %s { public %s field = %s; }"
              .formatted(field.getKey().substring(0, end), name, field.getValue(), value));
      arguments.add(source.toString());
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
    return new ClassFileImporter().importPath(classes);
  }
}
