/// The HTTP server: its valves, filters and metrics, and how Spring MVC is set up.
@NullMarked
package io.neardup.web.server;

import org.jspecify.annotations.NullMarked;
