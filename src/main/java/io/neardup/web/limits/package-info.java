/// Limits of requests: size, memory, time, rate, and fairness between callers.
@NullMarked
package io.neardup.web.limits;

import org.jspecify.annotations.NullMarked;
