package io.neardup.container;

import io.neardup.RunningService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// The file `docker-compose.yml`, run as a project of its own.
///
/// @param name of the project
/// @param options of `docker compose`
/// @param variables of its environment
record ComposeProject(String name, List<String> options, Map<String, String> variables) {

  /// One with an unused name.
  static ComposeProject of(Map<String, String> variables, String... options) {
    return new ComposeProject("neardup-it-" + UUID.randomUUID(), List.of(options), variables);
  }

  /// Runs a command of `docker compose`, and returns its output.
  String run(String... command) {
    List<String> all = new ArrayList<>(List.of("compose", "--project-name", name));
    all.addAll(options);
    all.addAll(List.of(command));
    return Docker.run(variables, all.toArray(String[]::new));
  }

  /// Starts its services and waits until they are healthy.
  void up() {
    try {
      run("up", "--detach", "--wait", "--wait-timeout", "600");
    } catch (AssertionError failed) {
      String state = run("ps", "--all", "--format", "{{.Service}}: {{.Status}}");
      throw new AssertionError(
          failed.getMessage() + "\n" + state + "\n" + run("logs", "--tail", "60"), failed);
    }
  }

  /// Removes its containers, volumes and images.
  void down() {
    run("down", "--volumes", "--rmi", "local");
  }

  /// The service at the port that a variable names.
  RunningService service(String variable) {
    return new RunningService(Integer.parseInt(variables.get(variable)));
  }
}
