package io.neardup;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.springframework.web.bind.annotation.RestController;

/// Checks that the code follows `ARCHITECTURE.md`: data flows one way, and its table of packages
/// lists which other packages each of them may use.
@AnalyzeClasses(packages = "io.neardup", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final String ROOT = "io.neardup.";
  private static final int MOST_FILES = 30;

  /// The packages that are usable without the service.
  private static final String[] ENGINE =
      Stream.of(
              "text",
              "simhash",
              "profile",
              "hamming",
              "index",
              "pairs",
              "passage",
              "measure",
              "calibrate",
              "records",
              "options",
              "engine")
          .map(name -> ROOT + name + "..")
          .toArray(String[]::new);

  /// The packages below `web` that answer calls.
  private static final List<String> CONTROLLERS =
      List.of(
          "admin",
          "calibrate",
          "collection",
          "document",
          "fingerprint",
          "job",
          "join",
          "lookup",
          "peer");

  /// A row of the table: package, content, and allowed dependencies besides Java and JSpecify. A
  /// row whose name ends with an asterisk covers all packages below.
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z.*]+)` \\|[^|]+\\|([^|]*)\\|$");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  @ArchTest
  static void packagesUseWhatTheirRowsAllow(JavaClasses classes) throws IOException {
    Map<String, List<String>> allowed = table();
    SoftAssertions softly = new SoftAssertions();
    packages(classes)
        .forEach((name, members) -> {
          List<String> entries =
              allowed.entrySet().stream()
                  .filter(row -> covers(row.getKey(), name))
                  .flatMap(row -> row.getValue().stream())
                  .toList();
          softly.assertThat(allowed).as("rows").containsKey(name);
          softly
              .assertThat(uses(name, members))
              .as("packages used by `%s`", name)
              .allMatch(used -> entries.stream().anyMatch(entry -> covers(entry, used)));
        });
    softly.assertAll();
  }

  @ArchTest
  static void rowsAllowNothingThatIsNotUsed(JavaClasses classes) throws IOException {
    Map<String, Set<JavaClass>> packages = packages(classes);
    SoftAssertions softly = new SoftAssertions();
    table()
        .forEach((row, entries) -> {
          Set<String> uses =
              packages.entrySet().stream()
                  .filter(members -> covers(row, members.getKey()))
                  .flatMap(members -> uses(members.getKey(), members.getValue()).stream())
                  .collect(Collectors.toSet());
          softly.assertThat(packages.keySet()).as(row).anyMatch(name -> covers(row, name));
          softly
              .assertThat(entries)
              .as("packages allowed in row `%s`", row)
              .allMatch(entry -> uses.stream().anyMatch(used -> covers(entry, used)));
        });
    softly.assertAll();
  }

  private static Map<String, List<String>> table() throws IOException {
    return ROW.matcher(Files.readString(Path.of("ARCHITECTURE.md")))
        .results()
        .collect(
            Collectors.toMap(
                row -> row.group(1),
                row -> matches(CODE, row.group(2)).map(code -> code.group(1)).toList(),
                (one, other) -> {
                  throw new AssertionError("two rows: " + one + " and " + other);
                },
                TreeMap::new));
  }

  private static Stream<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  private static Map<String, Set<JavaClass>> packages(JavaClasses classes) {
    return classes.stream()
        .filter(type -> type.getPackageName().startsWith(ROOT))
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .collect(
            Collectors.groupingBy(
                type -> type.getPackageName().substring(ROOT.length()),
                TreeMap::new,
                Collectors.toSet()));
  }

  /// The packages that these types use: those of this project without the root, those of libraries
  /// in full.
  private static Set<String> uses(String name, Set<JavaClass> members) {
    return members.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType)
        .filter(type -> !type.isPrimitive())
        .map(JavaClass::getPackage)
        .map(JavaPackage::getName)
        .filter(used -> !used.startsWith("java.") && !used.startsWith("org.jspecify."))
        .map(used -> used.startsWith(ROOT) ? used.substring(ROOT.length()) : used)
        .filter(used -> !used.equals(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// An entry covers its package; with an asterisk, the packages below as well.
  private static boolean covers(String entry, String used) {
    return entry.endsWith(".*")
        ? (used + ".").startsWith(entry.substring(0, entry.length() - 1))
        : used.equals(entry);
  }

  @ArchTest
  static void packagesHaveAtMostThirtyFiles(JavaClasses classes) {
    assertThat(packages(classes))
        .allSatisfy((name, members) ->
            assertThat(members.stream().filter(JavaClass::isTopLevelClass))
                .as(name)
                .hasSizeLessThanOrEqualTo(MOST_FILES));
  }

  @ArchTest
  static void namesOfTypesAreUnique(JavaClasses classes) {
    Map<String, List<String>> named =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(named).allSatisfy((name, types) -> assertThat(types).hasSize(1));
  }

  @ArchTest
  static final ArchRule roomsHaveNoCycles =
      slices()
          .matching("io.neardup.(*)..")
          .should()
          .beFreeOfCycles()
          .because("a package that can be read alone can be understood alone");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices()
          .matching("io.neardup.(**)")
          .should()
          .beFreeOfCycles()
          .because("data flows one way at every depth");

  @ArchTest
  static final ArchRule engineUsesNothingAboveIt =
      noClasses()
          .that(resideInAnyPackage(ENGINE))
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.neardup..").and(not(resideInAnyPackage(ENGINE))))
          .because("the engine is usable without the service");

  @ArchTest
  static void everyPackageWithControllersIsListed(JavaClasses classes) {
    assertThat(
            classes.stream()
                .filter(type -> type.isAnnotatedWith(RestController.class))
                .map(type -> type.getPackageName().replace("io.neardup.web.", ""))
                .distinct())
        .containsExactlyInAnyOrderElementsOf(CONTROLLERS);
  }

  @ArchTest
  static final ArchRule controllersUseNoOtherControllers =
      slices()
          .matching("io.neardup.web.(" + String.join("|", CONTROLLERS) + ")")
          .should()
          .notDependOnEachOther()
          .because("what several calls share is in a package of its own");

  @ArchTest
  static final ArchRule onlyTheStoreUsesRocksDb =
      noClasses()
          .that(resideInAPackage("io.neardup..").and(not(resideInAPackage("io.neardup.store.."))))
          .should()
          .dependOnClassesThat(resideInAnyPackage("io.neardup.store.rocks..", "org.rocksdb.."))
          .because("documents are accessible through the public types of the store");

  @ArchTest
  static final ArchRule onlyTheConfigurationUsesTheCluster =
      noClasses()
          .that(
              resideInAPackage("io.neardup..")
                  .and(not(resideInAnyPackage("io.neardup.cluster..", "io.neardup.config.."))))
          .should()
          .dependOnClassesThat(resideInAPackage("io.neardup.cluster.."))
          .because("the service does not know whether it is part of a cluster");

  @ArchTest
  static final ArchRule typeNamesAreSpecific =
      noClasses()
          .should()
          .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager)")
          .because("such a name fits anything, so it says nothing");

  @ArchTest
  static final ArchRule textIsIndependentOfTheDefaultLocale =
      noClasses()
          .should()
          .accessTargetWhere(
              DescribedPredicate.describe(
                  "formats or changes case by the default locale",
                  (JavaAccess<?> access) ->
                      access.getTarget() instanceof CodeUnitAccessTarget called
                          && isByDefaultLocale(called)))
          .because(
              "the default locale of a machine may write 1.234 for 1,234, other digits, or a"
                  + " dotless i; pass Locale.ROOT");

  private static boolean isByDefaultLocale(CodeUnitAccessTarget called) {
    List<String> parameters =
        called.getRawParameterTypes().stream().map(JavaClass::getSimpleName).toList();
    if (parameters.contains("Locale") || parameters.contains("DecimalFormatSymbols")) {
      return false;
    }
    String name = called.getName();
    return switch (called.getOwner().getSimpleName()) {
      case "String", "PrintStream", "PrintWriter", "Console" ->
          Set.of("format", "formatted", "printf", "toLowerCase", "toUpperCase").contains(name);
      case "Formatter" -> name.equals("<init>"); // formats by the locale that it is made with
      case "MessageFormat" -> name.equals("<init>") || parameters.contains("String");
      case "DecimalFormat", "DecimalFormatSymbols", "NumberFormat" ->
          name.equals("<init>") || name.matches("get\\w*Instance");
      default -> false;
    };
  }

  /// The sources of a build of its own, whose classes are not analysed here.
  @ArchTest
  static void textOfTheCorpusJobIsIndependentOfTheDefaultLocale(JavaClasses classes)
      throws IOException {
    Pattern byDefaultLocale =
        Pattern.compile(
            "String\\.format\\((?!\\s*Locale)|\\.printf\\((?!\\s*Locale)|\\.formatted\\("
                + "|\\.to(Lower|Upper)Case\\(\\)|(Decimal|Number|Message)Format");
    try (Stream<Path> files = Files.walk(Path.of("spark/src/main/java"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(file).content().doesNotContainPattern(byDefaultLocale));
    }
  }

  @ArchTest
  static void architectureGuideNamesTypesAndMembersThatExist(JavaClasses classes)
      throws IOException {
    Set<String> names =
        classes.stream()
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toCollection(HashSet::new));
    try (Stream<Path> job = Files.walk(Path.of("spark/src/main/java"))) {
      job.forEach(file -> names.add(file.getFileName().toString().replace(".java", "")));
    }
    String guide = Files.readString(Path.of("ARCHITECTURE.md"));
    List<MatchResult> named =
        Pattern.compile("`([A-Z][a-z]\\w+)(\\.\\w+)?`").matcher(guide).results().toList();
    assertThat(named)
        .hasSizeGreaterThan(50)
        .extracting(type -> type.group(1))
        .isSubsetOf(Stream.concat(names.stream(), Stream.of("ArchitectureTests")).toList());

    Set<String> members =
        classes.stream()
            .flatMap(type ->
                Stream.concat(
                    type.getAllMembers().stream()
                        .map(member -> type.getSimpleName() + "." + member.getName()),
                    type.getEnclosingClass().stream()
                        .map(outer -> outer.getSimpleName() + "." + type.getSimpleName())))
            .collect(Collectors.toSet());
    assertThat(named.stream().filter(type -> type.group(2) != null))
        .isNotEmpty()
        .extracting(type -> type.group(1) + type.group(2))
        .isSubsetOf(members);
  }
}
