package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.Winnowing;
import io.neardup.service.collection.CollectionSelection.Missing;
import io.neardup.service.passage.PassageExplanation;
import io.neardup.service.passage.PassageResult;
import io.neardup.service.passage.PassageResult.Match;
import io.neardup.web.answer.RawJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The documents that have passages in common with a text.
@JsonInclude(JsonInclude.Include.NON_NULL)
record PassagesResponse(
    @Schema(description = "The ref of the request.") @Nullable String ref,
    @Schema(
            description =
                "The text to which the ranges refer, if it is not that of the request: the readable"
                    + " text of an HTML page, or that of a stored document.")
        @Nullable String text,
    @Schema(description = "The number of its words.", example = "58") int words,
    @Schema(description = "Documents with most common words first, then by id.")
        List<PassageMatchJson> matches,
    @Schema(description = "Whether there are, or may be, further matches.") boolean truncated,
    @Schema(
            description =
                "Each common run of that many words is found, unless its words are in a range of"
                    + " cut.",
            example = "17")
        int guaranteedWords,
    @Schema(
            description = "guaranteedWords in characters of scripts without spaces.",
            example = "23")
        int guaranteedCharacters,
    @Schema(
            description =
                "Ranges of the text whose words are in more than 64 documents, of which 64 are"
                    + " searched; absent without one.")
        @Nullable List<TextRange> cut,
    @Schema(
            description =
                "Ranges of the text that are marked as boilerplate of the collection: their words"
                    + " do not count, neither here nor in documents; absent without one.")
        @Nullable List<TextRange> boilerplate,
    @Schema(description = "Number of documents that have some words in common.") int candidates,
    @Schema(description = "Number of these whose texts were compared, at most 1,000.") int compared,
    @Schema(description = "How they were found; absent without explain.")
        @Nullable PassageExplanation explanation,
    @Schema(
            description =
                "Whether all selected collections were searched; absent if the lookup names one.")
        @Nullable Boolean complete,
    @Schema(description = "The selected collections that were not searched; absent without one.")
        @Nullable List<Missing> missing) {

  private static final Comparator<PassageMatchJson> MOST_SHARED_FIRST =
      Comparator.comparingInt(PassageMatchJson::sharedWords)
          .reversed()
          .thenComparing(PassageMatchJson::id)
          .thenComparing(match -> String.valueOf(match.collection()));

  /// A document and the passages that it has in common with the text.
  @Schema(name = "PassageMatch")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PassageMatchJson(
      @Schema(description = "The id of the document.", example = "cat-1") String id,
      @Schema(description = "Its collection; absent if the lookup names one collection.")
          @Nullable String collection,
      @Schema(description = "The number of words of the text that are in passages.", example = "40")
          int sharedWords,
      @Schema(description = "The share of the text that is in passages.", example = "0.69")
          double share,
      @Schema(description = "The share of the document that is in passages.", example = "0.2")
          double documentShare,
      @Schema(description = "The longest run of equal words.", example = "25") int longestRun,
      @Schema(
              description =
                  "The passages, in the order of the text (a) with their places in the document"
                      + " (b).")
          List<Passage> passages,
      @Schema(description = "Whether only the first 100 passages, or 1,000 gaps, are listed.")
          boolean truncated,
      @Schema(
              description = "The metadata of the document; absent if it has none.",
              implementation = Map.class)
          @JsonRawValue
          @JsonDeserialize(using = RawJson.class)
          @Nullable String metadata) {

    static PassageMatchJson of(Match match, @Nullable String collection) {
      return new PassageMatchJson(
          match.document().id(),
          collection,
          match.query().shared(),
          match.query().share(),
          match.quoted().share(),
          match.longestRun(),
          match.passages(),
          match.truncated(),
          match.document().metadata());
    }
  }

  /// The answer of one collection.
  ///
  /// @param collection null if the lookup names one collection
  /// @param missing the selected collections that are not searched
  /// @param sent whether the text is that of the request
  static PassagesResponse of(
      PassageResult found,
      @Nullable String collection,
      List<Missing> missing,
      @Nullable PassageExplanation explanation,
      boolean sent,
      @Nullable String ref) {
    return new PassagesResponse(
        ref,
        sent ? null : found.text(),
        found.words(),
        found.matches().stream().map(match -> PassageMatchJson.of(match, collection)).toList(),
        found.truncated(),
        Winnowing.STANDARD.guaranteedWords(),
        Winnowing.STANDARD.guaranteedCharacters(),
        ranges(found.cut()),
        ranges(found.boilerplate()),
        found.candidates(),
        found.compared(),
        explanation,
        collection == null ? null : missing.isEmpty(),
        missing.isEmpty() ? null : missing);
  }

  /// The answers of two collections, or of two groups of them, as one: the matches of both with
  /// most common words.
  ///
  /// @param limit the maximum number of matches
  static PassagesResponse merged(PassagesResponse a, PassagesResponse b, int limit) {
    List<PassageMatchJson> matches =
        Stream.of(a, b).flatMap(each -> each.matches().stream()).sorted(MOST_SHARED_FIRST).toList();
    boolean more = matches.size() > limit;
    return new PassagesResponse(
        a.ref(),
        a.text(),
        a.words(),
        more ? List.copyOf(matches.subList(0, limit)) : matches,
        a.truncated() || b.truncated() || more,
        a.guaranteedWords(),
        a.guaranteedCharacters(),
        united(a.cut(), b.cut()),
        united(a.boilerplate(), b.boilerplate()),
        a.candidates() + b.candidates(),
        a.compared() + b.compared(),
        null,
        a.missing() == null && b.missing() == null,
        a.missing() == null ? b.missing() : a.missing());
  }

  /// The answer of a lookup of several collections, some of which were not searched.
  PassagesResponse with(List<Missing> unsearched) {
    return new PassagesResponse(
        ref,
        text,
        words,
        matches,
        truncated,
        guaranteedWords,
        guaranteedCharacters,
        cut,
        boilerplate,
        candidates,
        compared,
        explanation,
        unsearched.isEmpty() && missing == null,
        unsearched.isEmpty() ? missing : unsearched);
  }

  private static @Nullable List<TextRange> united(
      @Nullable List<TextRange> a, @Nullable List<TextRange> b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return Stream.of(a, b)
        .flatMap(List::stream)
        .distinct()
        .sorted(Comparator.comparingInt(TextRange::start).thenComparingInt(TextRange::end))
        .toList();
  }

  private static @Nullable List<TextRange> ranges(List<TextRange> ranges) {
    return ranges.isEmpty() ? null : ranges;
  }
}
