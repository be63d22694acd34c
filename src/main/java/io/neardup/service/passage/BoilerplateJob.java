package io.neardup.service.passage;

import io.neardup.passage.AnchorLists;
import io.neardup.passage.Boilerplate;
import io.neardup.passage.Boilerplate.Frequent;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.MarkedBoilerplate;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.BoilerplateJobRequest;
import io.neardup.service.join.CollectionTexts;
import io.neardup.service.lookup.MetadataFilter;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;

/// Lists the passages shared by the most documents, most frequent first, without passages already
/// marked as boilerplate. Counts: documents, passages, and beyond, the number of passages beyond
/// the first [#MAX_PASSAGES].
public final class BoilerplateJob {

  public static final int MAX_PASSAGES = 10_000;

  private static final int MIN_DOCUMENTS = 10;

  /// A passage shared by many documents.
  ///
  /// @param documents the number of documents with the whole passage
  /// @param words its number of words
  /// @param example the id of a document with it
  /// @param start where it begins in the text of that document, in UTF-16 code units
  /// @param end exclusive
  /// @param text of the passage in that document, at most its first 10,000 units
  public record BoilerplatePassage(
      int documents, int words, String example, int start, int end, String text) {

    private static BoilerplatePassage of(Frequent passage) {
      return new BoilerplatePassage(
          passage.records(),
          passage.words(),
          passage.exampleId(),
          passage.start(),
          passage.end(),
          passage.text());
    }
  }

  private BoilerplateJob() {}

  public static JobKind<BoilerplateJobRequest> kind() {
    return new JobKind<>(
        BoilerplateJobRequest.class,
        JobKind.columns(BoilerplatePassage.class),
        BoilerplateJob::prepare);
  }

  private static JobWork prepare(BoilerplateJobRequest request, JobScope scope) {
    Integer chosen = request.minDocuments();
    int minDocuments = chosen == null ? MIN_DOCUMENTS : chosen;
    if (minDocuments < 2) {
      throw RequestException.invalid("minDocuments", "must be 2 or more, was " + minDocuments);
    }
    PassageLookup lookup =
        PassageLookup.of(request.minShared(), null, null, MetadataFilter.of(request.filter()));
    CollectionTexts.require(scope.collection(), "collection");
    return context -> run(lookup, minDocuments, scope.collection(), context);
  }

  private static void run(
      PassageLookup lookup, int minDocuments, DocumentCollection collection, JobContext context) {
    long all = 3L * collection.size(); // read for anchors, for passages, and to count these
    AtomicLong done = new AtomicLong();
    context.progress(all, done::get);
    try (ForkJoinPool pool = context.newPool()) {
      CollectionTexts texts = CollectionTexts.of(collection, lookup.filter(), pool, context);
      AnchorLists anchors = texts.anchors(texts.all(), done::set);
      context.count("documents", done.get());
      Boilerplate search =
          new Boilerplate(
              anchors, lookup.minShared(), minDocuments, MAX_PASSAGES, MarkedBoilerplate.MAX_CHARS);
      List<Frequent> found =
          search.find((records, reader) ->
              texts.read(
                  records,
                  (record, text) -> {
                    done.incrementAndGet();
                    reader.read(record, text);
                  }));
      context.count("passages", found.size());
      context.count("beyond", search.beyond());
      found.forEach(passage -> context.append(BoilerplatePassage.of(passage)));
    }
    context.progress(all, () -> all);
  }
}
