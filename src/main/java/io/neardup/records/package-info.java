/// Records of files and streams: their ends, and their fields; gzip.
@NullMarked
package io.neardup.records;

import org.jspecify.annotations.NullMarked;
