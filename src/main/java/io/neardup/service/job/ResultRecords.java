package io.neardup.service.job;

import io.neardup.profile.Projection;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.store.Document;
import java.util.List;
import java.util.function.Consumer;

/// Makes the records in which clients read pairs and groups.
public interface ResultRecords {

  /// A pair.
  ///
  /// @param projection of the profile of both documents
  Object pair(NearPair pair, Projection projection);

  /// Some of the documents that share one fingerprint with many others.
  ///
  /// @param documents the number of documents that share it
  Object equal(Document first, int documents, List<Document> some);

  /// Passes a group in one record or, if it is large, in several.
  ///
  /// @param number of the group
  void group(long number, NearGroup group, Projection projection, Consumer<Object> records);
}
