package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.FreePort;
import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.OperationSeries.Row;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.CollectionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every operation of the API description is answered alike by a single process, by the owner of
/// the collection in a cluster, and by an instance that passes the request on.
class EveryOperationTests {

  private static final Pattern OPERATION = Pattern.compile("`([A-Z]+ /[^`]*)`");

  @TempDir static Path folder;

  private static FreshService single;
  private static EmbeddedBrokers brokers;
  private static final List<FreshService> INSTANCES = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    single =
        FreshService.startIn(
            folder.resolve("single"), "--neardup.backup-dir=" + folder.resolve("backups"));
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    for (int i = 0; i < 2; i++) {
      INSTANCES.add(ThreeInstances.instance(folder, "http", FreePort.find(), brokers));
    }
    for (FreshService each : INSTANCES) {
      RunningService http = each.http();
      Eventually.await().untilAsserted(() -> http.get("/actuator/health/readiness").require(200));
    }
  }

  @AfterAll
  static void stop() {
    INSTANCES.forEach(FreshService::close);
    INSTANCES.clear();
    brokers.close();
    single.close();
  }

  static List<OperationSeries> series() {
    return OperationSeries.all();
  }

  private static RunningService owner(String collection) {
    awaitEqualSettings();
    return INSTANCES.get(isOwner(1, collection) ? 1 : 0).http();
  }

  private static RunningService other(String collection) {
    awaitEqualSettings();
    return INSTANCES.get(isOwner(1, collection) ? 0 : 1).http();
  }

  /// Waits until both instances have the same collections, which a pattern selects.
  private static void awaitEqualSettings() {
    Eventually.await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> settings(0).equals(settings(1)));
  }

  private static Set<CollectionSettings> settings(int instance) {
    return collections(instance).all().stream()
        .map(DocumentCollection::settings)
        .collect(Collectors.toSet());
  }

  private static boolean isOwner(int instance, String name) {
    return collections(instance).find(name).filter(collections(instance)::answersFor).isPresent();
  }

  private static DocumentCollections collections(int instance) {
    return INSTANCES.get(instance).context().getBean(DocumentCollections.class);
  }

  @ParameterizedTest
  @MethodSource("series")
  void answersAreThoseOfASingleProcess(OperationSeries series) {
    int number = series().stream().map(OperationSeries::title).toList().indexOf(series.title());
    List<String> expected =
        new OperationRun("alone", number, name -> single.http()).answers(series);
    List<String> atOwner =
        new OperationRun("owner", number, EveryOperationTests::owner).answers(series);
    List<String> forwarded =
        new OperationRun("other", number, EveryOperationTests::other).answers(series);
    SoftAssertions all = new SoftAssertions();
    for (int i = 0; i < expected.size(); i++) {
      Row row = series.rows().get(i);
      String what = "%d: %s".formatted(i + 1, row);
      if (row.refused()) {
        assertThat(expected.get(i)).as(what).startsWith("20");
        assertThat(atOwner.get(i)).as(what).startsWith("501");
        assertThat(forwarded.get(i)).as(what).isEqualTo(atOwner.get(i));
      } else {
        all.assertThat(atOwner.get(i)).as("at the owner, " + what).isEqualTo(expected.get(i));
        all.assertThat(forwarded.get(i)).as("forwarded, " + what).isEqualTo(expected.get(i));
      }
    }
    all.assertAll();
  }

  @Test
  void noOperationOfTheDescriptionIsMissing() throws IOException {
    Set<String> described = described();
    Set<String> answered = new TreeSet<>();
    Set<String> refused = new TreeSet<>();
    for (Row row : series().stream().flatMap(each -> each.rows().stream()).toList()) {
      (row.refused() ? refused : answered).addAll(operations(row, described));
    }
    Set<String> either = new TreeSet<>(answered);
    either.addAll(refused);
    assertThat(either).isEqualTo(described);
    assertThat(answered).doesNotContainAnyElementsOf(refused);
    String guide = Files.readString(Path.of("docs", "cluster.md"));
    String list = guide.substring(guide.indexOf("What a cluster does not offer"));
    assertThat(
            OPERATION
                .matcher(list.substring(0, list.indexOf("\n\n")))
                .results()
                .map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(refused);
  }

  private static Set<String> described() {
    Set<String> described = new TreeSet<>();
    single
        .http()
        .get("/v3/api-docs")
        .require(200)
        .json()
        .at("/paths")
        .properties()
        .forEach(path ->
            path.getValue().propertyNames().stream()
                .filter(name -> !name.equals("parameters"))
                .forEach(method ->
                    described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return described;
  }

  /// The operation of a request, if it is described.
  private static Set<String> operations(Row row, Set<String> described) {
    String request = row.method() + " " + row.target().replaceFirst("\\?.*", "");
    return described.stream()
        .filter(each -> request.matches(each.replaceAll("\\{\\w+}", "[^/]+")))
        .collect(Collectors.toSet());
  }
}
