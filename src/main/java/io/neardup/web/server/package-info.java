/// The HTTP server: its valves, filters and metrics, and the configuration of Spring MVC.
@NullMarked
package io.neardup.web.server;

import org.jspecify.annotations.NullMarked;
