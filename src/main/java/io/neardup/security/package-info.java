/// Who may come in: keys and tokens, roles and collections, and what web pages of others may not
/// do.
@NullMarked
package io.neardup.security;

import org.jspecify.annotations.NullMarked;
