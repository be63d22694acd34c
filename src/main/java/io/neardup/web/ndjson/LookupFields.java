package io.neardup.web.ndjson;

import io.neardup.web.json.Referenced;
import io.neardup.web.json.SourceFields;

/// A request whose id is that of a stored document to be looked up in place of a text: what
/// identifies the request itself is its reference.
public interface LookupFields extends SourceFields, Referenced {}
