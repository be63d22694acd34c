/// The documents that were stored, by id and by number. In memory.
@NullMarked
package io.neardup.store;

import org.jspecify.annotations.NullMarked;
