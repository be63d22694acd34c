/// `/pairs` and `/groups` of a collection.
@NullMarked
package io.neardup.web.join;

import org.jspecify.annotations.NullMarked;
