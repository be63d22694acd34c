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
import io.neardup.web.job.WaitingJob;
import io.neardup.web.limits.RequestRates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.support.GenericApplicationContext;

/// Every operation of the API description is answered alike by a single process, by the owner of
/// the collection in a cluster, and by an instance that passes the request on.
class EveryOperationTests {

  private static final Pattern OPERATION = Pattern.compile("`([A-Z]+ /[^`]*)`");

  @TempDir static Path folder;

  private static FreshService single;
  private static EmbeddedBrokers brokers;
  private static final List<FreshService> INSTANCES = new ArrayList<>();

  /// What keeps a job of the requests, see `operations.txt`.
  private static final long WAITING_SEED = 4711;

  private static final String[] LIMITS = {"--neardup.limits.requests-per-second=1"};

  /// Of the rates of callers: it advances by a second with each request, unless it is stopped.
  private static final AtomicLong CLOCK = new AtomicLong();

  private static volatile boolean clockIsStopped;

  /// Measures the rates of callers by that clock.
  private record StoppableRates() implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return bean instanceof RequestRates
          ? new RequestRates(
              () -> clockIsStopped ? CLOCK.get() : CLOCK.addAndGet(TimeUnit.SECONDS.toNanos(1)))
          : bean;
    }
  }

  private static void prepare(GenericApplicationContext context) {
    WaitingJob.insteadOf(request -> Objects.equals(request.seed(), WAITING_SEED))
        .initialize(context);
    context.registerBean(StoppableRates.class);
  }

  @BeforeAll
  static void start() throws IOException {
    single =
        FreshService.startIn(
            folder.resolve("single"),
            EveryOperationTests::prepare,
            Stream.concat(
                    Stream.of(LIMITS),
                    Stream.of("--neardup.backup-dir=" + folder.resolve("backups")))
                .toArray(String[]::new));
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    for (int i = 0; i < 2; i++) {
      INSTANCES.add(
          ThreeInstances.instance(
              folder, "http", FreePort.find(), brokers, EveryOperationTests::prepare, LIMITS));
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
    DocumentCollections known = collections(instance);
    return known
        .find(name)
        .filter(found -> known.backend().answersFor(found.settings()))
        .isPresent();
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

  /// The owner counts the requests of a caller, wherever they arrive.
  @Test
  void everyOperationIsRefusedAlikeIfItsCallerSendsTooMuch() {
    List<Row> prepared =
        new ArrayList<>(
            OperationSeries.read(
                    """
                    = limits
                    PUT /collections/@a
                      {}
                    POST /collections/@a/jobs
                      {"id": "job", "kind": "pairs"}
                      > job /id
                    GET /jobs/{job}?wait=60
                      until ended
                    """)
                .getFirst()
                .rows());
    int first = prepared.size();
    Set<String> described = described();
    Set<String> limited = new TreeSet<>();
    for (Row row : series().stream().flatMap(each -> each.rows().stream()).toList()) {
      if (limited.addAll(operations(row, described))) {
        prepared.add(row.to(row.target().replaceFirst("^/jobs/[^/?]+", "/jobs/{job}")));
      }
    }
    assertThat(limited).isEqualTo(described);
    OperationSeries all = new OperationSeries("limits", prepared);
    int number = series().size();
    List<String> expected =
        limited(new OperationRun("alone", number, _ -> single.http()), all, first);
    List<String> atOwner =
        limited(new OperationRun("owner", number, EveryOperationTests::owner), all, first);
    List<String> forwarded =
        limited(new OperationRun("other", number, EveryOperationTests::other), all, first);
    assertThat(expected).allSatisfy(answer -> assertThat(answer).startsWith("429\n"));
    assertThat(expected).as("%s", expected).allMatch(answer -> answer.contains("retry-after=2"));
    assertThat(atOwner).isEqualTo(expected);
    assertThat(forwarded).isEqualTo(expected);
  }

  /// The answers after some rows, since when the caller may send nothing more.
  private static List<String> limited(OperationRun run, OperationSeries series, int first) {
    List<String> answers = new ArrayList<>();
    try {
      for (int i = 0; i < series.rows().size(); i++) {
        if (i == first) {
          stopClock();
        }
        String answer = run.answer(series.rows().get(i));
        if (i >= first) {
          answers.add(answer);
        }
      }
    } finally {
      clockIsStopped = false;
    }
    return answers;
  }

  private static void stopClock() {
    clockIsStopped = true;
    Stream.concat(Stream.of(single), INSTANCES.stream())
        .forEach(
            each -> Eventually.await().until(() -> each.http().get("/profiles").status() == 429));
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
