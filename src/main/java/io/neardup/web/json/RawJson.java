package io.neardup.web.json;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/// JSON that was written before.
public record RawJson(@JsonValue @JsonRawValue String json) {}
