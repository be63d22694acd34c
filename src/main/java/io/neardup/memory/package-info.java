/// The end of a process that has run out of memory.
@NullMarked
package io.neardup.memory;

import org.jspecify.annotations.NullMarked;
