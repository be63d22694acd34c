/// Profiles: named recipes from content to fingerprint that define tokens, features, weights and
/// bits. Plain Java, no framework.
@NullMarked
package io.neardup.profile;

import org.jspecify.annotations.NullMarked;
