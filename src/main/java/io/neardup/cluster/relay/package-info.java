/// Forwards HTTP requests to the instance of a cluster that answers them, as they came, and streams
/// the answers back.
@NullMarked
package io.neardup.cluster.relay;

import org.jspecify.annotations.NullMarked;
