/// `/duplicates`: stored documents within a distance of a text.
@NullMarked
package io.neardup.web.lookup;

import org.jspecify.annotations.NullMarked;
