/// Files that appear under their name when they are complete.
@NullMarked
package io.neardup.files;

import org.jspecify.annotations.NullMarked;
