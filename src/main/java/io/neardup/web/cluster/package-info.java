/// What the instances of a cluster ask each other.
@NullMarked
package io.neardup.web.cluster;

import org.jspecify.annotations.NullMarked;
