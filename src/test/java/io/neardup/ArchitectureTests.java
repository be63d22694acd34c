package io.neardup;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Data flows one way: request, text, fingerprint, index, response.
@AnalyzeClasses(packages = "io.neardup", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  private static final String TEXT = "io.neardup.text..";
  private static final String SIMHASH = "io.neardup.simhash..";
  private static final String PROFILE = "io.neardup.profile..";
  private static final String MEASURE = "io.neardup.measure..";
  private static final String INDEX = "io.neardup.index..";
  private static final String PAIRS = "io.neardup.pairs..";
  private static final String ROWS = "io.neardup.rows..";
  private static final String STORE = "io.neardup.store..";
  private static final String SERVICE = "io.neardup.service..";
  private static final String WEB = "io.neardup.web..";
  private static final String SECURITY = "io.neardup.security..";
  private static final String CONFIG = "io.neardup.config..";

  private static final String[] ENGINE = {TEXT, SIMHASH, PROFILE, MEASURE, ROWS, INDEX, PAIRS};
  private static final String SPRING = "org.springframework..";
  private static final String LUCENE = "org.apache.lucene..";
  private static final String ICU = "com.ibm.icu..";

  @ArchTest
  static final ArchRule textStandsAlone =
      classes()
          .that()
          .resideInAPackage(TEXT)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              TEXT,
              "java..",
              "org.jspecify..",
              "org.jsoup..",
              "net.dankito.readability4j..",
              LUCENE,
              ICU)
          .because("cutting text into words is of use without fingerprints");

  @ArchTest
  static final ArchRule simhashStandsAlone =
      classes()
          .that()
          .resideInAPackage(SIMHASH)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(SIMHASH, "java..", "org.jspecify..")
          .because("features to fingerprints is arithmetic, whatever the features are");

  @ArchTest
  static final ArchRule profilesComposeTextAndSimhash =
      classes()
          .that()
          .resideInAPackage(PROFILE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(PROFILE, TEXT, SIMHASH, "java..", "org.jspecify..")
          .because("a recipe from content to fingerprint knows nothing of what is done with it");

  @ArchTest
  static final ArchRule measuresTakeContent =
      classes()
          .that()
          .resideInAPackage(MEASURE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              MEASURE,
              PROFILE,
              TEXT,
              SIMHASH,
              "java..",
              "org.jspecify..",
              "org.apache.commons.text.similarity..",
              "com.dynatrace.hash4j.similarity..")
          .because("how alike two texts are does not depend on who asks");

  @ArchTest
  static final ArchRule librariesOfMeasuresStayThere =
      noClasses()
          .that(not(resideInAPackage(MEASURE)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.commons.text..", "com.dynatrace..")
          .because("fingerprints must not change with a library");

  @ArchTest
  static final ArchRule rowsKnowFingerprintsOnly =
      classes()
          .that()
          .resideInAPackage(ROWS)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(ROWS, SIMHASH, "java..", "org.jspecify..")
          .because("index and pairs are made of them");

  @ArchTest
  static final ArchRule theIndexKnowsFingerprintsOnly =
      classes()
          .that()
          .resideInAPackage(INDEX)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(INDEX, ROWS, SIMHASH, "java..", "org.jspecify..")
          .because("what is near a fingerprint does not depend on where the fingerprint is from");

  @ArchTest
  static final ArchRule pairsKnowFingerprintsOnly =
      classes()
          .that()
          .resideInAPackage(PAIRS)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(PAIRS, ROWS, SIMHASH, "java..", "org.jspecify..")
          .because("which fingerprints are near each other does not depend on where they are from");

  @ArchTest
  static final ArchRule theEngineIsALibrary =
      noClasses()
          .that()
          .resideInAnyPackage(ENGINE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              STORE, SERVICE, WEB, SECURITY, CONFIG, SPRING, "tools.jackson..", "org.slf4j..")
          .because("the engine can be used without the service around it");

  @ArchTest
  static final ArchRule theStoreOnlyStores =
      noClasses()
          .that()
          .resideInAPackage(STORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SERVICE, WEB, SECURITY, CONFIG, SPRING)
          .because("what keeps documents is called, and does not call");

  @ArchTest
  static final ArchRule rocksDbIsHidden =
      noClasses()
          .that(not(resideInAPackage(STORE)))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.rocksdb..")
          .because("a closed database that is used again ends the process; the store sees to that");

  @ArchTest
  static final ArchRule servicesKnowNoHttp =
      noClasses()
          .that()
          .resideInAPackage(SERVICE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              WEB,
              SECURITY,
              CONFIG,
              "org.springframework.web..",
              "org.springframework.security..",
              "org.springframework.http..",
              "org.springframework.boot..",
              "jakarta.servlet..")
          .because("the same service answers whoever asks, over HTTP or not");

  @ArchTest
  static final ArchRule nobodyButTheWiringUsesTheWeb =
      noClasses()
          .that(not(resideInAnyPackage(WEB, CONFIG)))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(WEB)
          .because("requests flow in from there; only what wires the parts knows it");

  @ArchTest
  static final ArchRule nobodyUsesTheConfiguration =
      noClasses()
          .that(not(resideInAPackage(CONFIG)))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(CONFIG)
          .because("configuration wires the others, who take what they need in their constructors");

  @ArchTest
  static final ArchRule whoMayComeInIsDecidedInOnePlace =
      noClasses()
          .that(not(resideInAnyPackage(SECURITY, CONFIG)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SECURITY, "org.springframework.security..")
          .because("an answer does not depend on who asked, once that one may");

  @ArchTest
  static final ArchRule theDoorKnowsNothingOfTheHouse =
      noClasses()
          .that()
          .resideInAPackage(SECURITY)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ENGINE)
          .because("who may come in does not depend on what is done inside");

  @ArchTest
  static final ArchRule springStaysAtTheEdge =
      noClasses()
          .that(
              not(
                  resideInAnyPackage(WEB, SECURITY, CONFIG, SERVICE)
                      .or(nameMatching("io\\.neardup\\.NeardupApplication"))))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(SPRING)
          .because("a framework in the middle is one that everything has to wait for");

  @ArchTest
  static final ArchRule htmlIsReadInOnePlace =
      noClasses()
          .that(not(resideInAPackage(TEXT)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.jsoup..", "net.dankito..")
          .because("HTML is text by the time anybody else sees it");

  @ArchTest
  static final ArchRule luceneCutsTextInOnePlace =
      noClasses()
          .that(not(resideInAPackage(TEXT)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(LUCENE, ICU)
          .because("whose words they are must not matter to what is made of them");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices()
          .matching("io.neardup.(*)..")
          .should()
          .beFreeOfCycles()
          .because("a package that can be read alone can be understood alone");

  @ArchTest
  static final ArchRule namesSayWhatThingsAre =
      noClasses()
          .should()
          .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager)")
          .because("such a name fits anything, so it says nothing");

  @ArchTest
  static void architectureGuideNamesTypesThatExist(JavaClasses classes) throws IOException {
    Set<String> names = classes.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
    String guide = Files.readString(Path.of("ARCHITECTURE.md"));
    assertThat(Pattern.compile("`([A-Z][a-z]\\w+)(\\.\\w+)?`").matcher(guide).results())
        .hasSizeGreaterThan(50)
        .extracting(type -> type.group(1))
        .isSubsetOf(Stream.concat(names.stream(), Stream.of("ArchitectureTests")).toList());
  }
}
