/// Jobs on whole collections: `/collections/{name}/jobs`, `/jobs`.
@NullMarked
package io.neardup.web.job;

import org.jspecify.annotations.NullMarked;
