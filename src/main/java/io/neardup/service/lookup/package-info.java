/// Lookups: what callers can request, the matches that they get, and why each matched.
@NullMarked
package io.neardup.service.lookup;

import org.jspecify.annotations.NullMarked;
