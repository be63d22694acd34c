package io.neardup.web.json;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/// Stored JSON.
public record RawJson(@JsonValue @JsonRawValue String json) {}
