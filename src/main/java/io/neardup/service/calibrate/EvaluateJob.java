package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.service.RequestException;
import io.neardup.service.calibrate.EvaluationRequest.EvaluationSource;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Evaluates profiles and distances by the documents or the judgements of a collection. A result
/// per profile. Counts: documents, sampled, duplicates, others.
public record EvaluateJob(Evaluation evaluation) implements JobKind {

  private static final int MAX_PROFILES = 20;

  @Override
  public String name() {
    return "evaluate";
  }

  @Override
  public Set<String> fields() {
    return Set.of("profiles", "from", "seed", "editRate", "duplicatesPerDocument");
  }

  @Override
  public List<String> columns() {
    return List.of(
        "profile",
        "recommendedProfile",
        "bits",
        "bytes",
        "textsPerSecond",
        "distance",
        "lowest",
        "highest",
        "precision",
        "recall",
        "f1",
        "f1Low",
        "f1High",
        "falseMatches",
        "reason");
  }

  @Override
  public JobWork prepare(JobRequest request, JobScope scope) {
    EvaluationRequest evaluated =
        new EvaluationRequest(
            profiles(request), source(request.from()), List.of(), List.of(), options(request));
    evaluation.requireProfiles(evaluated.profiles());
    return context -> run(evaluated, scope, context);
  }

  private void run(EvaluationRequest request, JobScope scope, JobContext context) {
    AtomicLong done = new AtomicLong();
    CalibrationResult result =
        evaluation.run(
            scope.collection(),
            request,
            (part, total) -> {
              done.set(part);
              context.progress(total, done::get);
            },
            context);
    context.count("documents", result.documents());
    context.count("sampled", result.sampled());
    context.count("duplicates", result.duplicates());
    context.count("others", result.others());
    result.profiles().forEach(profile -> context.append(EvaluatedProfile.of(profile, result)));
  }

  private static List<String> profiles(JobRequest request) {
    List<String> names = new ArrayList<>();
    for (String name : Objects.requireNonNullElse(request.profiles(), List.<String>of())) {
      if (name == null || names.size() == MAX_PROFILES) {
        throw RequestException.invalid(
            "profiles", "must be up to " + MAX_PROFILES + " names of profiles");
      }
      names.add(name);
    }
    return names;
  }

  private static EvaluationSource source(@Nullable String name) {
    return switch (name) {
      case null -> EvaluationSource.DOCUMENTS;
      case "documents" -> EvaluationSource.DOCUMENTS;
      case "judgements" -> EvaluationSource.JUDGEMENTS;
      default ->
          throw RequestException.invalid(
              "from", "must be documents or judgements, was '" + name + "'");
    };
  }

  private static CalibrationOptions options(JobRequest request) {
    CalibrationOptions usual = CalibrationOptions.DEFAULTS;
    double editRate = Objects.requireNonNullElse(request.editRate(), usual.editRate());
    if (!(editRate >= 0.01 && editRate <= 0.5)) {
      throw RequestException.invalid("editRate", "must be 0.01 to 0.5, was " + editRate);
    }
    Double duplicates = request.duplicatesPerDocument();
    if (duplicates != null && !(duplicates > 0 && duplicates <= CalibrationOptions.MAX_DOCUMENTS)) {
      throw RequestException.invalid(
          "duplicatesPerDocument",
          "must be above 0 and at most "
              + CalibrationOptions.MAX_DOCUMENTS
              + ", was "
              + duplicates);
    }
    return new CalibrationOptions(
        Objects.requireNonNullElse(request.seed(), usual.seed()),
        usual.resamples(),
        usual.pairDocuments(),
        usual.editedDocuments(),
        editRate,
        duplicates);
  }
}
