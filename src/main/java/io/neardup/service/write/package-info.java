/// Writes: decisions, their order, and their results.
@NullMarked
package io.neardup.service.write;

import org.jspecify.annotations.NullMarked;
