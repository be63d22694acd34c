/// `/fingerprint`, `/compare`, `/document-frequencies`: what is computed from texts alone.
@NullMarked
package io.neardup.web.fingerprint;

import org.jspecify.annotations.NullMarked;
