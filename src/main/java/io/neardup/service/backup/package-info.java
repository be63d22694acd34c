/// Backups of the documents while they are written and read.
@NullMarked
package io.neardup.service.backup;

import org.jspecify.annotations.NullMarked;
