/// The command line: the engine over files, without the service.
@NullMarked
package io.neardup.cli;

import org.jspecify.annotations.NullMarked;
