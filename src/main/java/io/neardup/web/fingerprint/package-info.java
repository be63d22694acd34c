/// `/fingerprint`, `/compare` and `/document-frequencies`: calls that store nothing.
@NullMarked
package io.neardup.web.fingerprint;

import org.jspecify.annotations.NullMarked;
