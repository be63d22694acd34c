/// Streams of requests, one per line or CSV record, and their answers, one per line.
@NullMarked
package io.neardup.web.ndjson;

import org.jspecify.annotations.NullMarked;
