/// The log of events: appended in one order, followed by readers of changes, compacted.
@NullMarked
package io.neardup.store.log;

import org.jspecify.annotations.NullMarked;
