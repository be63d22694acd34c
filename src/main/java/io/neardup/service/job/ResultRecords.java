package io.neardup.service.job;

import io.neardup.profile.Profile;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import java.util.List;
import java.util.function.Consumer;

/// Makes the records in which clients read pairs and groups.
public interface ResultRecords {

  /// A pair.
  ///
  /// @param profile of both documents
  Object pair(NearPair pair, Profile profile);

  /// Some of the documents that share one fingerprint with many others.
  ///
  /// @param documents the number of documents that share it
  Object equal(String first, int documents, List<String> some);

  /// Passes a group in one record or, if it is large, in several.
  ///
  /// @param number of the group
  void group(long number, NearGroup group, Profile profile, Consumer<Object> records);
}
