package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/// JSON that was written before.
record RawJson(@JsonValue @JsonRawValue String json) {}
