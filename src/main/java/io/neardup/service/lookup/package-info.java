/// Lookups: their parameters, the documents visible to them, and their results.
@NullMarked
package io.neardup.service.lookup;

import org.jspecify.annotations.NullMarked;
