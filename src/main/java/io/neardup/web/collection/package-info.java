/// `/collections`: creation, changes, copies and deletion of collections.
@NullMarked
package io.neardup.web.collection;

import org.jspecify.annotations.NullMarked;
