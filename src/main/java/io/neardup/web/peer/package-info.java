/// Answers to the other instances of a cluster.
@NullMarked
package io.neardup.web.peer;

import org.jspecify.annotations.NullMarked;
