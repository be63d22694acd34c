/// `/collections/{name}/samples` and `/collections/{name}/judgements`.
@NullMarked
package io.neardup.web.calibrate;

import org.jspecify.annotations.NullMarked;
