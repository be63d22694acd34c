package io.neardup.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// The engine as a library: the packages that `pom.xml` packs, and their documentation.
class EngineLibraryTests {

  private static final Path SOURCES = Path.of("src/main/java/io/neardup");
  private static final List<String> PACKAGES =
      List.of(
          "text",
          "simhash",
          "profile",
          "measure",
          "hamming",
          "index",
          "pairs",
          "passage",
          "calibrate",
          "records",
          "options",
          "engine");

  @Test
  void theBuildCompilesPacksAndDocumentsTheSamePackages() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    for (String element : List.of("include", "exclude", "sourceFileInclude")) {
      List<String> named =
          Pattern.compile("<" + element + ">io/neardup/([a-z]+)/\\*\\*</")
              .matcher(pom)
              .results()
              .map(match -> match.group(1))
              .toList();
      assertThat(named).as(element).isNotEmpty();
      for (int begin = 0; begin < named.size(); begin += PACKAGES.size()) {
        assertThat(named.subList(begin, begin + PACKAGES.size())).isEqualTo(PACKAGES);
      }
    }
  }

  @Test
  void everythingPublicIsDocumented() throws IOException {
    List<JavaFileObject> files = new ArrayList<>();
    for (String name : PACKAGES) {
      try (Stream<Path> found = Files.walk(SOURCES.resolve(name))) {
        for (Path file : found.filter(path -> path.toString().endsWith(".java")).toList()) {
          files.add(source(Files.readString(file)));
        }
      }
    }
    assertThat(undocumented(files)).isEmpty();
  }

  @Test
  void findsWhatIsNotDocumented() throws IOException {
    String code =
        """
        /// A type.
        public class Documented {
          /// @param size without a sentence
          public Documented(int size) {}

          public void method() {}

          void internal() {}

          /// A type.
          public record Nested(int a) {
            public static final int CONSTANT = 1;

            @Override
            public String toString() {
              return "";
            }
          }
        }
        """;
    assertThat(undocumented(List.of(source(code))))
        .containsExactly("<init>(int size)", "void method()", "int CONSTANT = 1");
  }

  private static JavaFileObject source(String code) {
    return new SimpleJavaFileObject(URI.create("string:///Source.java"), Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return code;
      }
    };
  }

  private static List<String> undocumented(List<JavaFileObject> files) throws IOException {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, files);
    DocTrees comments = DocTrees.instance(task);
    List<String> undocumented = new ArrayList<>();
    TreePathScanner<Void, Void> scanner =
        new TreePathScanner<>() {
          @Override
          public Void visitClass(ClassTree type, Void none) {
            return isPublic(type.getModifiers()) ? check(() -> super.visitClass(type, none)) : none;
          }

          @Override
          public Void visitMethod(MethodTree method, Void none) {
            return isPublic(method.getModifiers()) ? check(() -> none) : none;
          }

          @Override
          public Void visitVariable(VariableTree field, Void none) {
            return isPublic(field.getModifiers()) ? check(() -> none) : none;
          }

          private Void check(Supplier<Void> members) {
            DocCommentTree comment = comments.getDocCommentTree(getCurrentPath());
            if (comment == null || comment.getFirstSentence().isEmpty()) {
              undocumented.add(
                  getCurrentPath()
                      .getLeaf()
                      .toString()
                      .strip()
                      .replaceAll("(?s)public | ?[{].*", "")
                      .replaceAll("static |final ", ""));
            }
            return members.get();
          }
        };
    task.parse().forEach(unit -> scanner.scan(unit, null));
    return undocumented;
  }

  private static boolean isPublic(ModifiersTree modifiers) {
    return modifiers.getFlags().contains(Modifier.PUBLIC)
        && modifiers.getAnnotations().stream()
            .noneMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }
}
