package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.join.JoinResult;
import io.neardup.service.join.JoinResult.JoinedBands;
import io.neardup.service.join.JoinResult.UniqueCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parameters and results of a join. The last line of a stream; a stream without it is
/// incomplete.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JoinSummary(
    boolean complete,
    int documents,
    int fingerprints,
    int maxDistance,
    String plan,
    boolean exact,
    @Nullable Integer exactTo,
    double recall,
    @Nullable VerificationJson verification,
    @Nullable JoinedBands bands,
    @Nullable Long pairs,
    @Nullable Long groups,
    @Nullable Long beyond,
    @Nullable List<UniqueCount> unique,
    @Nullable String warning) {

  /// The summary of a join.
  ///
  /// @param complete whether the join ran to its end
  public static JoinSummary of(JoinResult result, boolean complete) {
    return new JoinSummary(
        complete,
        result.documents(),
        result.fingerprints(),
        result.maxDistance(),
        result.plan(),
        result.exact(),
        result.exactTo(),
        result.recall(),
        VerificationJson.of(result.verification(), result.verified()),
        result.bands(),
        result.found().pairs(),
        result.found().groups(),
        result.found().beyond(),
        result.found().unique(),
        warning(result));
  }

  private static @Nullable String warning(JoinResult result) {
    Long beyond = result.found().beyond();
    return beyond == null || beyond == 0
        ? null
        : "Documents that are not near-duplicates of their group's survivor, but connected to it by"
            + " chains of near-duplicates: "
            + beyond
            + ". With by=star, there are none.";
  }
}
