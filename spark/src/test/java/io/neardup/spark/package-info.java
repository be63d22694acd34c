@NullMarked
package io.neardup.spark;

import org.jspecify.annotations.NullMarked;
