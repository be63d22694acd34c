/// Files of records, in and out: formats, compression, columns, and outputs that appear when they
/// are complete.
@NullMarked
package io.neardup.cli.files;

import org.jspecify.annotations.NullMarked;
