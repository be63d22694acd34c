/// Wires engine, services and HTTP together, and holds what can be configured.
@NullMarked
package io.neardup.config;

import org.jspecify.annotations.NullMarked;
