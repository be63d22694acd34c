/// `/documents` and `/changes`: storing, reading, changing and deleting documents.
@NullMarked
package io.neardup.web.document;

import org.jspecify.annotations.NullMarked;
