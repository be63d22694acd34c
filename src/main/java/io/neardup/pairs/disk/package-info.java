/// Files of a computation that is larger than memory, and may be continued after a kill. Plain
/// Java, no framework.
@NullMarked
package io.neardup.pairs.disk;

import org.jspecify.annotations.NullMarked;
