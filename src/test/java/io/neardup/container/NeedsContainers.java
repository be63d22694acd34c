package io.neardup.container;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/// Tests that need a container engine and are skipped without one. With `REQUIRE_CONTAINERS=true`,
/// in the environment or as a system property, they fail instead, so that a build which must run
/// them cannot pass without them.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsContainers.Condition.class)
@interface NeedsContainers {

  /// Checks the engine with both clients that the tests use.
  final class Condition implements ExecutionCondition {

    private static final String REQUIRED = "REQUIRE_CONTAINERS";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      try {
        Docker.run("version");
        Docker.run("compose", "version");
      } catch (AssertionError noAnswer) {
        return without("no container engine: " + noAnswer.getMessage());
      }
      return DockerClientFactory.instance().isDockerAvailable()
          ? ConditionEvaluationResult.enabled("a container engine answers")
          : without("Testcontainers finds no container engine");
    }

    private static ConditionEvaluationResult without(String reason) {
      if (Boolean.getBoolean(REQUIRED) || Boolean.parseBoolean(System.getenv(REQUIRED))) {
        throw new IllegalStateException(REQUIRED + " is set, but there is " + reason);
      }
      return ConditionEvaluationResult.disabled(reason);
    }
  }
}
