/// The ends of records in files and streams.
@NullMarked
package io.neardup.records;

import org.jspecify.annotations.NullMarked;
