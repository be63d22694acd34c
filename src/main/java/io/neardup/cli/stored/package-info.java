/// A data directory of the service, used without the service.
@NullMarked
package io.neardup.cli.stored;

import org.jspecify.annotations.NullMarked;
