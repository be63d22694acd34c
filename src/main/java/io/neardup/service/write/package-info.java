/// Writes: which are decided, in which order, and what became of each.
@NullMarked
package io.neardup.service.write;

import org.jspecify.annotations.NullMarked;
