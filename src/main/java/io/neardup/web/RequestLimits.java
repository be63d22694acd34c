package io.neardup.web;

/// How much a request may bring.
///
/// @param bodyBytes the largest JSON body, and the longest line of an NDJSON stream
/// @param textChars the longest text or HTML page
/// @param queryChars the longest encoded query of a GET
/// @param metadataChars the largest metadata object, as JSON text
/// @param answerBytes how much of an NDJSON answer waits for a client that is still sending
public record RequestLimits(
    int bodyBytes, int textChars, int queryChars, int metadataChars, int answerBytes) {}
