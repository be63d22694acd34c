/// The log of events: order of appends, change feed, compaction.
@NullMarked
package io.neardup.store.log;

import org.jspecify.annotations.NullMarked;
