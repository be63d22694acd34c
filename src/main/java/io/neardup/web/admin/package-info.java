/// `/backups`: what operators call.
@NullMarked
package io.neardup.web.admin;

import org.jspecify.annotations.NullMarked;
