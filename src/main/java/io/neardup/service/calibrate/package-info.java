/// Samples of pairs to be judged, judgements, and evaluations of profiles and distances.
@NullMarked
package io.neardup.service.calibrate;

import org.jspecify.annotations.NullMarked;
