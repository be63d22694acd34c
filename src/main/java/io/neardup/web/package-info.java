/// The HTTP edge: controllers, the JSON they read and write, problems, NDJSON streams.
@NullMarked
package io.neardup.web;

import org.jspecify.annotations.NullMarked;
