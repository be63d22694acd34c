/// Races between one writer and one reader, run millions of times: see the `stress` profile.
package io.neardup.index.narrow;
