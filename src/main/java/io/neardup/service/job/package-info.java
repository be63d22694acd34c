/// Jobs: work on whole collections that goes on after the request that started it.
@NullMarked
package io.neardup.service.job;

import org.jspecify.annotations.NullMarked;
