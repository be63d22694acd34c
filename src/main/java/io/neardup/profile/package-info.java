/// Named recipes from content to fingerprint: which tokens, which features, which weights, how many
/// bits. Pure Java, no framework.
@NullMarked
package io.neardup.profile;

import org.jspecify.annotations.NullMarked;
