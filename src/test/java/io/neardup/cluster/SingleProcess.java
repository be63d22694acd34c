package io.neardup.cluster;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;
import static org.junit.platform.commons.support.AnnotationSupport.findAnnotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A test of what differs in a cluster, or of what only a single process has. It is not run in
/// [ClusterMode].
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(SingleProcess.Condition.class)
public @interface SingleProcess {

  /// What differs: the first column of a row of "What differs from a single process" in
  /// `docs/cluster.md`.
  String value();

  /// Disables the test in [ClusterMode].
  final class Condition implements ExecutionCondition {

    /// The beginning of the reasons, by which `.ci/run` recognises the tests.
    static final String REASON = "differs in a cluster: ";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return ClusterMode.ON
          ? findAnnotation(context.getElement(), SingleProcess.class)
              .map(marked -> disabled(REASON + marked.value()))
              .orElseGet(() -> enabled("not marked"))
          : enabled("a single process");
    }
  }
}
