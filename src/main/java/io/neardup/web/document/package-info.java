/// `/documents` and `/changes`: documents that are stored, read, changed and removed.
@NullMarked
package io.neardup.web.document;

import org.jspecify.annotations.NullMarked;
