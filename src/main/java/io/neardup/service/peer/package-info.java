/// What an instance of a cluster asks the instances that answer for other collections, and how it
/// answers them. In a single process, nobody is asked.
@NullMarked
package io.neardup.service.peer;

import org.jspecify.annotations.NullMarked;
