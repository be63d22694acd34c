/// Access control: keys and tokens, roles and collections, and protection from web pages of other
/// origins.
@NullMarked
package io.neardup.security;

import org.jspecify.annotations.NullMarked;
