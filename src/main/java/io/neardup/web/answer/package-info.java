/// Records that the answers of several calls have.
@NullMarked
package io.neardup.web.answer;

import org.jspecify.annotations.NullMarked;
