/// The index of wide fingerprints before rows had sketches, without all that writes to it one by
/// one: what the present one is measured against, see `WideLookupHarness`. No part of the service.
@NullMarked
package io.neardup.bench.baseline;

import org.jspecify.annotations.NullMarked;
