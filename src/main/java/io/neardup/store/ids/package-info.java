/// The ids of documents in memory, and the ordinals by which the index knows them.
@NullMarked
package io.neardup.store.ids;

import org.jspecify.annotations.NullMarked;
