package io.neardup.web.join;

import io.neardup.profile.Projection;
import io.neardup.service.job.ResultRecords;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.store.Document;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/// The results of jobs in the form of the lines of `/pairs` and `/groups`.
@Component
class JoinRecords implements ResultRecords {

  @Override
  public Object pair(NearPair pair, Projection projection) {
    return PairJson.of(pair, projection);
  }

  @Override
  public Object equal(Document first, int documents, List<Document> some) {
    return EqualJson.of(first, documents, some);
  }

  @Override
  public void group(long number, NearGroup group, Projection projection, Consumer<Object> records) {
    records.accept(GroupJson.of(number, group, projection));
    int size = group.members().size();
    for (int from = GroupJson.MAX_MEMBERS; from < size; from += GroupJson.MAX_MEMBERS) {
      records.accept(GroupJson.more(number, group, from, projection));
    }
  }
}
