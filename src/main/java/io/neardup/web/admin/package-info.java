/// `/admin/backups`, for operators.
@NullMarked
package io.neardup.web.admin;

import org.jspecify.annotations.NullMarked;
