/// `/collections`: made, changed, copied, removed.
@NullMarked
package io.neardup.web.collection;

import org.jspecify.annotations.NullMarked;
