/// neardup: tells which texts it has already seen are nearly the same.
@NullMarked
package io.neardup;

import org.jspecify.annotations.NullMarked;
