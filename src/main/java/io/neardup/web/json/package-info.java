/// Converts JSON bodies and query parameters to requests of the services.
@NullMarked
package io.neardup.web.json;

import org.jspecify.annotations.NullMarked;
