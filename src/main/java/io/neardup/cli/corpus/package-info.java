/// The records of some files with their fingerprints, and their near-duplicates.
@NullMarked
package io.neardup.cli.corpus;

import org.jspecify.annotations.NullMarked;
