/// Text to tokens: strip markup, normalise, cut into words. Pure Java, no framework.
@NullMarked
package io.neardup.text;

import org.jspecify.annotations.NullMarked;
