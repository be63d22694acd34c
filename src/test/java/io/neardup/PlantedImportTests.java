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
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each rule of [ArchitectureTests] is violated by classes that are compiled for this purpose.
class PlantedImportTests {

  @TempDir private Path folder;

  /// A class with one field.
  ///
  /// @param name without `io.neardup.`
  private record Planted(String name, String type, String value) {

    Planted(String name, String type) {
      this(name, type, "null");
    }
  }

  /// A class that violates a rule by the type of its field.
  private record Forbidden(ArchRule rule, Planted planted) {}

  @Test
  void forbiddenUsesAreReported() throws IOException {
    ArchRule engine = ArchitectureTests.engineUsesNothingAboveIt;
    ArchRule rocks = ArchitectureTests.onlyTheStoreUsesRocksDb;
    ArchRule cluster = ArchitectureTests.onlyTheConfigurationUsesTheCluster;
    List<Forbidden> uses =
        List.of(
            new Forbidden(engine, new Planted("text.A", "io.neardup.store.Document")),
            new Forbidden(engine, new Planted("simhash.A", "io.neardup.service.Source")),
            new Forbidden(engine, new Planted("profile.A", "io.neardup.store.Document")),
            new Forbidden(engine, new Planted("hamming.A", "io.neardup.store.Document")),
            new Forbidden(engine, new Planted("index.narrow.A", "io.neardup.store.Document")),
            new Forbidden(engine, new Planted("index.wide.A", "io.neardup.service.Source")),
            new Forbidden(engine, new Planted("pairs.group.A", "io.neardup.store.Document")),
            new Forbidden(engine, new Planted("measure.A", "io.neardup.service.Source")),
            new Forbidden(engine, new Planted("calibrate.A", "io.neardup.service.Source")),
            new Forbidden(engine, new Planted("engine.A", "io.neardup.store.Document")),
            new Forbidden(rocks, new Planted("service.A", "io.neardup.store.rocks.Database")),
            new Forbidden(rocks, new Planted("cli.A", "org.rocksdb.RocksDB")),
            new Forbidden(cluster, new Planted("service.B", "io.neardup.cluster.Cluster")),
            new Forbidden(cluster, new Planted("web.admin.A", "io.neardup.cluster.Cluster")));
    JavaClasses classes = compile(uses.stream().map(Forbidden::planted).toList());
    assertThat(uses)
        .allSatisfy(use ->
            assertThat(use.rule.evaluate(classes).getFailureReport().toString())
                .contains("io.neardup." + use.planted.name + "."));
  }

  @Test
  void circlesAndUsesBetweenControllersAreReported() throws IOException {
    JavaClasses below =
        compile(
            List.of(
                new Planted("store.One", "io.neardup.store.codec.Two"),
                new Planted("store.codec.Two", "io.neardup.store.One")));
    assertThat(ArchitectureTests.packagesHaveNoCycles.evaluate(below).hasViolation()).isTrue();
    JavaClasses beside =
        compile(
            List.of(
                new Planted("pairs.One", "io.neardup.index.Two"),
                new Planted("index.Two", "io.neardup.pairs.group.Three"),
                new Planted("pairs.group.Three", "Object"),
                new Planted("web.join.One", "io.neardup.web.lookup.Two"),
                new Planted("web.lookup.Two", "Object")));
    assertThat(ArchitectureTests.roomsHaveNoCycles.evaluate(beside).hasViolation()).isTrue();
    assertThat(ArchitectureTests.controllersUseNoOtherControllers.evaluate(beside).hasViolation())
        .isTrue();
  }

  @Test
  void librariesThatTheRowDoesNotNameAreReported() throws IOException {
    JavaClasses planted =
        compile(
            List.of(
                new Planted("text.A", "org.springframework.util.StringUtils"),
                new Planted("service.A", "org.rocksdb.RocksDB"),
                new Planted("store.A", "tools.jackson.databind.JsonNode"),
                new Planted("index.A", "com.ibm.icu.text.Normalizer2")));
    assertThatThrownBy(() -> ArchitectureTests.packagesUseWhatTheirRowsAllow(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(
            "org.springframework.util",
            "org.rocksdb",
            "tools.jackson.databind",
            "com.ibm.icu.text");
  }

  @Test
  void usesOfTheDefaultLocaleAreReported() throws IOException {
    List<String> byDefault =
        List.of(
            "String.format(\"%d\", 1)",
            "\"%d\".formatted(1)",
            "\"I\".toLowerCase()",
            "new java.util.Formatter()",
            "new java.text.DecimalFormat(\"0.0\")",
            "java.text.DecimalFormatSymbols.getInstance()",
            "java.text.NumberFormat.getInstance()",
            "java.text.NumberFormat.getPercentInstance()",
            "new java.text.MessageFormat(\"{0}\")",
            "java.text.MessageFormat.format(\"{0}\", 1)");
    List<String> byName =
        List.of(
            "String.format(java.util.Locale.ROOT, \"%d\", 1)",
            "java.text.NumberFormat.getInstance(java.util.Locale.ROOT).format(1)",
            "new java.text.MessageFormat(\"{0}\", java.util.Locale.ROOT).format(new Object[] {1})");
    List<Planted> planted = new ArrayList<>();
    byDefault.forEach(
        value -> planted.add(new Planted("text.Default" + planted.size(), "Object", value)));
    byName.forEach(
        value -> planted.add(new Planted("text.Named" + planted.size(), "Object", value)));
    String report =
        ArchitectureTests.textIsIndependentOfTheDefaultLocale
            .evaluate(compile(planted))
            .getFailureReport()
            .toString();
    assertThat(planted)
        .allSatisfy(each ->
            assertThat(report.contains("io.neardup." + each.name + "."))
                .as(each.value)
                .isEqualTo(byDefault.contains(each.value)));
  }

  private JavaClasses compile(List<Planted> planted) throws IOException {
    Path classes = Files.createTempDirectory(folder, "classes");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path")));
    for (Planted each : planted) {
      int end = each.name.lastIndexOf('.');
      String name = each.name.substring(end + 1);
      Path source = classes.resolve(each.name).resolve(name + ".java");
      Files.createDirectories(source.getParent());
      Files.writeString(
          source,
          "package io.neardup.%s; public class %s { public %s field = %s; }"
              .formatted(each.name.substring(0, end), name, each.type, each.value));
      arguments.add(source.toString());
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
    return new ClassFileImporter().importPath(classes);
  }
}
