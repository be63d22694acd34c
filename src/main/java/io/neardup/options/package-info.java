/// Options and the set-up of command lines that the command line and the Spark job share.
@NullMarked
package io.neardup.options;

import org.jspecify.annotations.NullMarked;
