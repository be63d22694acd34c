/// Forwards HTTP requests unchanged to the instance of a cluster that answers them, and streams the
/// answers back.
@NullMarked
package io.neardup.cluster.relay;

import org.jspecify.annotations.NullMarked;
