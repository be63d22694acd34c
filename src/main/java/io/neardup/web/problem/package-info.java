/// Problems (RFC 9457): the answers to requests that cannot be met.
@NullMarked
package io.neardup.web.problem;

import org.jspecify.annotations.NullMarked;
