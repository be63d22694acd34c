package io.neardup.web.calibrate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.RequestException;
import io.neardup.service.calibrate.JudgementRecords;
import io.neardup.store.Judgement;
import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of judgements.
@Schema(name = "Judgements")
@JsonInclude(JsonInclude.Include.NON_NULL)
record JudgementsResponse(List<JudgementJson> judgements, @Nullable String next) {

  /// A judgement.
  @Schema(name = "Judgement")
  record JudgementJson(
      String a, String b, boolean duplicate, int distance, double weight, Instant judgedAt) {}

  /// @param page one more than `limit` if another page follows
  static JudgementsResponse of(List<Judgement> page, int limit) {
    boolean more = page.size() > limit;
    List<Judgement> listed = more ? page.subList(0, limit) : page;
    return new JudgementsResponse(
        listed.stream()
            .map(each ->
                new JudgementJson(
                    each.a(),
                    each.b(),
                    each.duplicate(),
                    each.distance(),
                    each.weight(),
                    each.judgedAt()))
            .toList(),
        more ? cursor(listed.getLast()) : null);
  }

  private static String cursor(Judgement last) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(JudgementRecords.key(last.a(), last.b()).getBytes(StandardCharsets.UTF_8));
  }

  /// The key of the judgement that a cursor stands for, "" without a cursor.
  ///
  /// @throws RequestException if it is not one
  static String last(@Nullable String cursor) {
    if (cursor == null) {
      return "";
    }
    try {
      String ids = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (ids.indexOf('\0') > 0) {
        return ids;
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw RequestException.invalid("after", "must be 'next' of the previous page");
  }
}
