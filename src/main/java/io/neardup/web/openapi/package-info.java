/// The parts of the OpenAPI description that springdoc does not derive from the controllers.
@NullMarked
package io.neardup.web.openapi;

import org.jspecify.annotations.NullMarked;
