/// Binary formats of keys, revisions and events. They are part of the format of the data directory.
@NullMarked
package io.neardup.store.codec;

import org.jspecify.annotations.NullMarked;
