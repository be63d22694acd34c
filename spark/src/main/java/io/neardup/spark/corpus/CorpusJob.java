package io.neardup.spark.corpus;

import io.neardup.spark.input.CorpusInput;
import java.util.Map;

/// A job on a corpus.
///
/// @param folder has what its stages have computed, and its output
/// @param maxRejected the most records that may be rejected
/// @param report receives what is reported
public record CorpusJob(
    CorpusInput input,
    WorkFolder folder,
    JobProfile profile,
    long maxRejected,
    Map<String, Object> report) {}
