package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each link from a Markdown file to another file of the project, or to a heading, has a target.
class LinksTests {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void everyLinkHasATarget() throws IOException {
    List<String> broken = new ArrayList<>();
    int files = 0;
    for (String folder : List.of(".", "docs", "docs/quality", "docs/samples", "http-examples")) {
      try (Stream<Path> list = Files.list(Path.of(folder))) {
        for (Path file : list.filter(path -> path.toString().endsWith(".md")).toList()) {
          broken.addAll(broken(file));
          files++;
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(files).isGreaterThan(10);
  }

  @Test
  void detectsMissingTargets(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.md");
    Files.writeString(
        file,
        "# One `two`, three\n[a](#one-two-three) [b](#four) [c](b.md) [d](https://example.org/x)");
    assertThat(broken(file)).containsExactly(file + ": ](#four)", file + ": ](b.md)");
  }

  private static List<String> broken(Path file) throws IOException {
    List<String> broken = new ArrayList<>();
    for (MatchResult link : LINK.matcher(Files.readString(file)).results().toList()) {
      if (!link.group(1).startsWith("http") && !hasTarget(file, link.group(1), link.group(2))) {
        broken.add(file + ": " + link.group());
      }
    }
    return broken;
  }

  private static boolean hasTarget(Path from, String path, @Nullable String heading)
      throws IOException {
    Path target = path.isEmpty() ? from : from.resolveSibling(path);
    return Files.exists(target)
        && (heading == null
            || !target.toString().endsWith(".md")
            || headings(target).contains(heading));
  }

  /// The anchor that GitHub generates for a heading.
  private static Set<String> headings(Path file) throws IOException {
    return HEADING
        .matcher(Files.readString(file))
        .results()
        .map(heading ->
            heading
                .group(1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
