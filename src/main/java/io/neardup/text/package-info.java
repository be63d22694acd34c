/// Text to tokens: extraction from HTML, normalisation, tokenisation. Plain Java, no framework.
@NullMarked
package io.neardup.text;

import org.jspecify.annotations.NullMarked;
