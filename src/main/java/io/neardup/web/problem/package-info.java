/// Problems (RFC 9457): the answers to requests that are refused or fail.
@NullMarked
package io.neardup.web.problem;

import org.jspecify.annotations.NullMarked;
