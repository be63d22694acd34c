package io.neardup.fuzz;

import ch.qos.logback.classic.Level;
import io.neardup.CapturedLog;
import io.neardup.RunningService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Sends requests to a service and checks each answer against the rules.
final class Attempt {

  /// A parameter that makes `/changes` wait as long as requested.
  private static final Pattern WAIT = Pattern.compile("\\bwait=0*(?:[1-9]|[1-5][0-9]|60)\\b");

  private final RunningService service;
  private final AnswerRules rules;
  private final CapturedLog errors;

  /// @param api the API description of the service
  Attempt(RunningService service, ApiDescription api) {
    this.service = service;
    this.rules = new AnswerRules(api);
    this.errors = CapturedLog.open(Level.ERROR);
  }

  /// Sends a request, completed as [Wire#complete] says, and returns the status.
  ///
  /// @throws AssertionError if the answer breaks a rule or an error was logged; the message has the
  ///   request and how to repeat it
  int send(byte[] unfinished) {
    byte[] request = Wire.complete(impatient(unfinished));
    List<String> faults = new ArrayList<>();
    int status = 0;
    try {
      Wire.Answer answer = Wire.send(service, request);
      status = answer.status();
      faults.addAll(rules.faults(request, answer));
      faults.replaceAll(fault -> fault + "\n" + answer.text());
    } catch (IOException | RuntimeException e) {
      faults.add("not answered: " + e);
    }
    faults.addAll(errors.take());
    if (!faults.isEmpty()) {
      throw new AssertionError(String.join("\n", faults) + "\n" + repeat(request));
    }
    return status;
  }

  /// Checks that the service is still ready.
  ///
  /// @throws AssertionError if it is not
  void checkReady() {
    RunningService.Answer answer = service.get("/actuator/health/readiness");
    if (answer.status() != 200) {
      throw new AssertionError("no longer ready: " + answer.body());
    }
  }

  /// Shortens a long wait for changes that the service would grant.
  private static byte[] impatient(byte[] request) {
    String line = new String(request, StandardCharsets.ISO_8859_1);
    return WAIT.matcher(line).find()
        ? WAIT.matcher(line).replaceAll("wait=0").getBytes(StandardCharsets.ISO_8859_1)
        : request;
  }

  private static String repeat(byte[] request) {
    try {
      Path file = Files.createDirectories(Path.of("target", "fuzz")).resolve("failed-request");
      Files.write(file, request);
      return "The request, again by: curl telnet://localhost:8080 < "
          + file
          + "\n"
          + new String(request, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
