package io.neardup.web.join;

import io.neardup.passage.CommonPassages;
import io.neardup.profile.Profile;
import io.neardup.service.job.ResultRecords;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.web.answer.EqualJson;
import io.neardup.web.answer.GroupJson;
import io.neardup.web.answer.PairJson;
import io.neardup.web.answer.PassagePairJson;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/// The results of jobs in the form of the lines of `/pairs` and `/groups`, and of `/passages`.
@Component
class JoinRecords implements ResultRecords {

  @Override
  public Object pair(NearPair pair, Profile profile) {
    return PairJson.of(pair, profile);
  }

  @Override
  public Object equal(String first, int documents, List<String> some) {
    return EqualJson.of(first, documents, some);
  }

  @Override
  public Object passages(String a, String b, CommonPassages common) {
    return PassagePairJson.of(a, b, common);
  }

  @Override
  public void group(long number, NearGroup group, Profile profile, Consumer<Object> records) {
    records.accept(GroupJson.of(number, group, profile));
    group.further().forEachRemaining(page -> records.accept(GroupJson.more(number, page, profile)));
  }
}
