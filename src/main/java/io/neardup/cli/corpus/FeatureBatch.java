package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.records.RecordFault;
import io.neardup.simhash.FeatureVector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// The features of some records of a batch.
///
/// @param records the numbers of the records, ascending
/// @param features of each
public record FeatureBatch(List<Integer> records, List<FeatureVector> features) {

  /// Parses records, and computes their features.
  ///
  /// @param first the number of the first record of the batch
  /// @param requested the numbers of the records whose features are needed
  /// @throws FileFailure if one cannot be read, which it could before
  public static FeatureBatch of(
      InputFile file, RecordBatch batch, int first, BitSet requested, Profile profile) {
    FeatureBatch made = new FeatureBatch(new ArrayList<>(), new ArrayList<>());
    int end = first + batch.size();
    for (int i = requested.nextSetBit(first); i >= 0 && i < end; i = requested.nextSetBit(i + 1)) {
      try {
        made.features.add(profile.vector(new Content.Text(batch.read(i - first).text())));
        made.records.add(i);
      } catch (RecordFault fault) {
        throw new FileFailure(file.name() + ": was changed while it was read; start again", fault);
      }
    }
    return made;
  }

  /// Passes the features to `reader`.
  public void read(FeaturePass.Reader reader) {
    for (int i = 0; i < records.size(); i++) {
      reader.read(records.get(i), features.get(i));
    }
  }
}
