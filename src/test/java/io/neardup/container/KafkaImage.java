package io.neardup.container;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;

/// An image for the brokers of the cluster, built like `apache/kafka` from the jars of the class
/// path, so that tests need no registry of images.
final class KafkaImage {

  private static final Path TEMPLATE = Path.of("src/test/resources/kafka");

  /// The folders of the local repository that have the jars of Kafka and what it needs.
  private static final Pattern JARS =
      Pattern.compile(
          "/(org/apache/kafka|org/scala-lang|com/typesafe|com/fasterxml|org/slf4j|ch/qos/logback"
              + "|org/apache/logging"
              + "|com/yammer|net/sf/jopt-simple|net/sourceforge/argparse4j|org/pcollections"
              + "|at/yawk|org/xerial|com/github|org/bitbucket|com/dynatrace|com/google/re2j"
              + "|org/hdrhistogram|org/awaitility|org/hamcrest|org/yaml|commons-[a-z]+|org/apache/commons)/",
          Pattern.CASE_INSENSITIVE);

  private KafkaImage() {}

  /// Builds it.
  ///
  /// @param context an empty folder for what the image is built from
  static void build(String tag, Path context) throws IOException {
    for (String file : List.of("Dockerfile", "run", "logback.xml")) {
      Files.copy(TEMPLATE.resolve(file), context.resolve(file));
    }
    Path lib = Files.createDirectory(context.resolve("lib"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      if (JARS.matcher(entry).find() && Files.isRegularFile(jar)) {
        Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Docker.run("build", "--tag", tag, context.toString());
  }
}
