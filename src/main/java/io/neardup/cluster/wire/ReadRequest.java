package io.neardup.cluster.wire;

import java.util.List;

/// Questions to an instance about some of its partitions.
///
/// @param partitions to be asked
/// @param upTo for each, the position up to which the log is to be applied before
/// @param asOwner whether the instance answers only for partitions of which it is the owner
/// @param waitMillis how long the answer is waited for
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ReadRequest(
    int[] partitions, long[] upTo, boolean asOwner, long waitMillis, List<Question> questions) {}
