/// Configuration properties, and the beans of engine, services and HTTP made from them.
@NullMarked
package io.neardup.config;

import org.jspecify.annotations.NullMarked;
