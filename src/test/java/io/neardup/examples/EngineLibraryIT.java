package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program that `README.md` shows for the engine, in an empty Maven project for Java 21 that
/// depends on the engine alone. The project has a local repository of its own, so that it resolves
/// the engine by its POM; libraries come from the local repository of this build.
class EngineLibraryIT {

  private static final short JAVA_21 = 65;
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void theProgramOfTheReadmePrintsWhatIsShown() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    String section = readme.substring(readme.indexOf("## The engine as a library"));
    String dependency = first("(?s)```xml\n(.*?)```", section);
    String version = first("<version>(.*?)</version>", dependency);
    publish(version);
    Path sources = Files.createDirectories(folder.resolve("src/main/java"));
    Files.writeString(sources.resolve("Example.java"), first("(?s)```java\n(.*?)```", section));
    Files.writeString(folder.resolve("pom.xml"), pom(dependency));
    Files.writeString(folder.resolve("settings.xml"), settings());

    String output = maven("resources:resources", "compiler:compile", "antrun:run");

    assertThat(output.lines().map(line -> line.replaceAll("\\[[a-zA-Z]+]", "").strip()))
        .contains(first("\n    (notice-1 .*)\n", section))
        .noneMatch(line -> line.startsWith("notice-2 "));
    // Nothing but the dependencies that the POM of the engine names.
    String libraries =
        output.lines().filter(line -> line.contains("class path: ")).findFirst().orElseThrow();
    assertThat(libraries.replaceAll(".*class path: ", "").split(":"))
        .extracting(jar -> jar.replaceAll(".*/|-[0-9.]+\\.jar", ""))
        .containsExactlyInAnyOrder(
            "classes",
            "neardup-engine",
            "jspecify",
            "icu4j",
            "lucene-analysis-smartcn",
            "lucene-analysis-kuromoji",
            "lucene-analysis-common",
            "lucene-core");
  }

  @Test
  void theJarIsForJava21AndNamesItsModule() throws Exception {
    Path jar;
    try (Stream<Path> files = Files.list(TARGET)) {
      jar =
          files
              .filter(file -> file.toString().matches(".*/neardup-engine-[0-9.]+\\.jar"))
              .findFirst()
              .orElseThrow();
    }
    assertThat(ModuleFinder.of(jar).find("io.neardup.engine")).isPresent();
    try (JarFile content = new JarFile(jar.toFile())) {
      for (JarEntry entry : content.stream().filter(each -> !each.isDirectory()).toList()) {
        if (!entry.getName().equals("META-INF/MANIFEST.MF")) {
          assertThat(entry.getName()).endsWith(".class");
          byte[] bytes = content.getInputStream(entry).readAllBytes();
          assertThat(ByteBuffer.wrap(bytes).getShort(6)).as(entry.getName()).isEqualTo(JAVA_21);
        }
      }
    }
  }

  private void publish(String version) throws IOException {
    String name = "neardup-engine-" + version;
    Path artifact =
        Files.createDirectories(
            folder.resolve("repository/io/neardup/neardup-engine").resolve(version));
    Files.copy(TARGET.resolve(name + ".jar"), artifact.resolve(name + ".jar"));
    Files.copy(TARGET.resolve("engine/pom.xml"), artifact.resolve(name + ".pom"));
  }

  private String pom(String dependency) {
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>example</groupId>
      <artifactId>example</artifactId>
      <version>1</version>
      <properties>
        <maven.compiler.release>21</maven.compiler.release>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
      </properties>
      <dependencies>
        %s
      </dependencies>
      <repositories>
        <repository>
          <id>engine</id>
          <url>%s</url>
        </repository>
      </repositories>
      <build>
        <plugins>
          %s
          %s
          <plugin>
            <groupId>org.apache.maven.plugins</groupId>
            <artifactId>maven-antrun-plugin</artifactId>
            <version>%s</version>
            <configuration>
              <target>
                <property name="libraries" refid="maven.compile.classpath"/>
                <echo>class path: ${libraries}</echo>
                <java classname="Example" classpathref="maven.compile.classpath"
                    fork="true" failonerror="true"/>
              </target>
            </configuration>
          </plugin>
        </plugins>
      </build>
    </project>
    """
        .formatted(
            dependency,
            folder.resolve("repository").toUri(),
            plugin("maven-resources-plugin"),
            plugin("maven-compiler-plugin"),
            System.getProperty("maven-antrun-plugin"));
  }

  private static String plugin(String name) {
    return """
    <plugin>
      <groupId>org.apache.maven.plugins</groupId>
      <artifactId>%s</artifactId>
      <version>%s</version>
    </plugin>
    """
        .formatted(name, System.getProperty(name));
  }

  /// The plugins and libraries that this build uses.
  private static String settings() {
    return """
    <settings>
      <mirrors>
        <mirror>
          <id>build</id>
          <mirrorOf>central</mirrorOf>
          <url>%s</url>
        </mirror>
      </mirrors>
    </settings>
    """
        .formatted(Path.of(System.getProperty("maven.repository")).toUri());
  }

  private String maven(String... goals) throws Exception {
    Path output = folder.resolve("output.txt");
    ProcessBuilder maven =
        new ProcessBuilder(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
    maven.command().addAll(List.of("-B", "-ntp", "-s", "settings.xml"));
    maven.command().add("-Dmaven.repo.local=" + folder.resolve("local"));
    maven.command().addAll(List.of(goals));
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process =
        maven
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(output);
    assertThat(ended && process.exitValue() == 0).as(text).isTrue();
    return text;
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
