package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.web.openapi.DescribedApi;
import io.swagger.v3.oas.annotations.Hidden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// Every request in `http-examples/` is answered as shown, and as the API description says. The
/// files and their requests are sent in order, to a service that is empty at first.
class HttpExamplesTests {

  private static final Path FOLDER = Path.of("http-examples");

  @AutoClose private static FreshService service;
  private static DescribedApi api;

  @BeforeAll
  static void start(@TempDir Path backups) {
    service = FreshService.start("--neardup.backup-dir=" + backups);
    api = new DescribedApi(service.http().get("/v3/api-docs").json());
  }

  @TestFactory
  Stream<DynamicContainer> everyRequestIsAnsweredAsShown() throws IOException {
    return files().stream()
        .map(file ->
            dynamicContainer(
                file.getFileName().toString(),
                file.toUri(),
                parse(file).stream()
                    .map(example ->
                        dynamicTest(
                            example.file() + ": " + example.title(), () -> check(example)))));
  }

  @Test
  void everyEndpointHasAnExample() throws IOException {
    List<HttpExample> examples = new ArrayList<>();
    for (Path file : files()) {
      examples.addAll(parse(file));
    }
    Map<RequestMappingInfo, HandlerMethod> ours = new HashMap<>(mapping().getHandlerMethods());
    ours.values().removeIf(method -> !isOurs(method));
    assertThat(ours.keySet())
        .hasSizeGreaterThan(20)
        .allMatch(
            endpoint -> examples.stream().anyMatch(example -> isFor(endpoint, example)),
            "is called by a file in " + FOLDER);
  }

  private static RequestMappingHandlerMapping mapping() {
    return service
        .context()
        .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
  }

  private void check(HttpExample example) {
    assertThat(example.answer()).as("the answer shown to '%s'", example.title()).isNotNull();
    RunningService.Answer answer =
        service.http().send(example.method(), example.target(), example.headers(), example.body());
    assertThat(example.answer().differences(answer))
        .as("%s %s answered %s", example.method(), example.target(), answer.body())
        .isEmpty();
    assertThat(api.faults(example.method(), example.target(), answer))
        .as("%s %s answered %s", example.method(), example.target(), answer.body())
        .isEmpty();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".http")).sorted().toList();
    }
  }

  private static List<HttpExample> parse(Path file) {
    try {
      List<HttpExample> examples =
          HttpExampleParser.parse(file.getFileName().toString(), Files.readString(file));
      assertThat(examples).as("requests in %s", file).isNotEmpty();
      return examples;
    } catch (IOException e) {
      throw new AssertionError("Cannot read " + file, e);
    }
  }

  /// The error page, and what instances ask each other, are not called by clients.
  private static boolean isOurs(HandlerMethod method) {
    return method.getBeanType().getPackageName().startsWith("io.neardup.web.")
        && !method.getMethod().isAnnotationPresent(Hidden.class)
        && !method.getBeanType().isAnnotationPresent(Hidden.class)
        && !method.getMethod().getName().equals("error");
  }

  private static boolean isFor(RequestMappingInfo endpoint, HttpExample example) {
    PathContainer path = PathContainer.parsePath(example.target().split("\\?")[0]);
    return endpoint.getMethodsCondition().getMethods().contains(method(example))
        && endpoint.getPathPatternsCondition().getPatterns().stream()
            .anyMatch(pattern -> pattern.matches(path))
        && reads(endpoint, example.headers().get("Content-Type"));
  }

  private static RequestMethod method(HttpExample example) {
    return RequestMethod.resolve(example.method());
  }

  private static boolean reads(RequestMappingInfo endpoint, String contentType) {
    var read = endpoint.getConsumesCondition().getConsumableMediaTypes();
    return read.isEmpty()
        || (contentType != null
            && read.stream().anyMatch(type -> type.includes(MediaType.valueOf(contentType))));
  }
}
