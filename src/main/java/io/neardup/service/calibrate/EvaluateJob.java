package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.service.Choice;
import io.neardup.service.FingerprintService;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.EvaluateJobRequest;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.MetadataFilter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Evaluates profiles and distances by the documents or the judgements of a collection. A result
/// per profile. Counts: documents, sampled, duplicates, others.
public record EvaluateJob(FingerprintService fingerprints) {

  public static JobKind<EvaluateJobRequest> kind(FingerprintService fingerprints) {
    return new JobKind<>(
        EvaluateJobRequest.class,
        List.of(
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
            "reason"),
        new EvaluateJob(fingerprints)::prepare);
  }

  private JobWork prepare(EvaluateJobRequest request, JobScope scope) {
    Evaluation evaluation =
        Evaluation.of(
            fingerprints,
            scope.collection().profile(),
            request.profiles(),
            request.seed(),
            request.editRate(),
            request.duplicatesPerDocument());
    MetadataFilter filter = MetadataFilter.of(request.filter());
    boolean byJudgements = Choice.of("from", request.from(), Basis.DOCUMENTS) == Basis.JUDGEMENTS;
    return context -> run(evaluation, byJudgements, scope.collection(), filter, context);
  }

  private static void run(
      Evaluation evaluation,
      boolean byJudgements,
      DocumentCollection collection,
      MetadataFilter filter,
      JobContext context) {
    AtomicLong done = new AtomicLong();
    CalibrationProgress progress =
        (part, total) -> {
          done.set(part);
          context.progress(total, done::get);
        };
    CalibrationResult result;
    try (BriefMemory memory = new BriefMemory(context)) {
      result =
          byJudgements
              ? evaluation.ofJudgements(collection, filter, progress, memory)
              : evaluation.ofDocuments(collection, filter, progress, memory);
    }
    context.count("documents", result.documents());
    context.count("sampled", result.sampled());
    context.count("duplicates", result.duplicates());
    context.count("others", result.others());
    result.profiles().forEach(context::append);
  }

  private enum Basis {
    DOCUMENTS,
    JUDGEMENTS
  }
}
