/// Streams of requests, one a line or CSV record, and their answers, a line each.
@NullMarked
package io.neardup.web.ndjson;

import org.jspecify.annotations.NullMarked;
