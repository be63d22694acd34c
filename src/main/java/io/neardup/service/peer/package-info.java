/// The questions that the instances of a cluster ask each other, and the answers. A single process
/// asks nobody.
@NullMarked
package io.neardup.service.peer;

import org.jspecify.annotations.NullMarked;
