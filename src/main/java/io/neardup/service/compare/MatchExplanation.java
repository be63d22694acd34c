package io.neardup.service.compare;

import io.neardup.index.MatchOrigin;
import io.neardup.profile.Difference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a document matches a query.
///
/// @param origin how the lookup found it; null if it was written while the lookup ran
/// @param differingBits the bits that differ, in order; bit 0 is the least significant
/// @param difference the common and the different features, `a` being the query; null if those of
///   one side are not known
/// @param missing which of the two has no known features, and why
public record MatchExplanation(
    @Nullable MatchOrigin origin,
    List<Integer> differingBits,
    @Nullable Difference difference,
    List<String> missing) {}
