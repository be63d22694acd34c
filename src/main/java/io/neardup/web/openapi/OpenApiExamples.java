package io.neardup.web.openapi;

import java.util.LinkedHashMap;
import java.util.Map;

/// Requests that the OpenAPI document offers to be tried out. Every one of them works.
final class OpenApiExamples {

  private static final String NOTICE =
      "The library will be closed on Monday for the yearly stocktaking of books and films. Loans that"
          + " fall due on that day are extended by a week without a fee, and the return box beside"
          + " the main entrance stays open all day and all night.";
  private static final String SAME_NOTICE = NOTICE.replace("Monday", "MONDAY");
  private static final String CHINESE = "美国“51区”雇员称内部有9架飞碟,曾看见灰色外星人";

  /// A CSV file that every operation takes.
  static final String RECORDS = "ref,text\r\n1,\"%s\"\r\n2,\"%s\"\r\n".formatted(NOTICE, CHINESE);

  private OpenApiExamples() {}

  /// The JSON examples of an operation, by name.
  static Map<String, String> of(String operationId) {
    return switch (operationId) {
      case "fingerprint" ->
          examples(
              "a text", "{\"text\": \"%s\"}".formatted(NOTICE),
              "step by step", "{\"text\": \"%s\", \"explain\": true}".formatted(CHINESE),
              "your own features",
                  "{\"features\": [{\"feature\": \"飞碟\", \"weight\": 5}, {\"feature\": \"看见\","
                      + " \"weight\": 3}, {\"feature\": \"称\", \"weight\": 1}]}");
      case "compare" ->
          examples(
              "two texts",
              "{\"a\": {\"text\": \"%s\"}, \"b\": {\"text\": \"%s\"}}"
                  .formatted(NOTICE, SAME_NOTICE),
              "other measures",
              "{\"a\": {\"text\": \"the cat sat on the mat\"}, \"b\": {\"text\": \"the cat sat on"
                  + " a mat\"}, \"measures\": [\"jaccard\", \"editDistance\"]}",
              "step by step",
              "{\"a\": {\"text\": \"the cat sat on the mat\"}, \"b\": {\"text\": \"the cat sat on"
                  + " a mat\"}, \"explain\": true}");
      case "putDocument" ->
          examples(
              "a text with metadata",
              "{\"text\": \"%s\", \"metadata\": {\"lang\": \"en\"}}".formatted(NOTICE));
      case "postDocument" ->
          examples(
              "a text",
              "{\"text\": \"%s\"}".formatted(NOTICE),
              "keep the first",
              "{\"text\": \"%s\", \"onDuplicate\": \"skip\"}".formatted(NOTICE),
              "a ready fingerprint",
              "{\"id\": \"ready-1\", \"fingerprint\": \"" + "0123456789abcdef".repeat(4) + "\"}");
      case "patchDocument" ->
          examples(
              "out of lookups", "{\"enabled\": false}",
              "no duplicate of anything", "{\"enabled\": true, \"allowed\": true}");
      case "patchDocuments" -> examples("allow them all", "{\"allowed\": true}");
      case "postBackup" -> examples("keep a week of them", "{\"keep\": 7}");
      case "copyCollection" -> examples("to another profile", "{\"to\": \"posts\"}");
      case "putCollection" ->
          examples(
              "for posts, a week each",
              "{\"profile\": \"simhash-512-v1\", \"ttlSeconds\": 604800}",
              "with texts",
              "{\"profile\": \"simhash-512-v1\", \"storeText\": true}");
      case "patchCollection" -> examples("keep texts from now on", "{\"storeText\": true}");
      case "postDuplicates" ->
          examples(
              "a text", "{\"text\": \"%s\"}".formatted(SAME_NOTICE),
              "a wide look",
                  "{\"text\": \"%s\", \"maxDistance\": 90, \"limit\": 100}".formatted(NOTICE));
      default -> Map.of();
    };
  }

  /// The NDJSON example of an operation that takes streams.
  static String lines(String operationId) {
    String name = operationId.equals("postDuplicates") ? "ref" : "id";
    return "{\"%s\": \"en-1\", \"text\": \"%s\"}\n{\"%s\": \"zh-1\", \"text\": \"%s\"}\n"
        .formatted(name, NOTICE, name, CHINESE);
  }

  private static Map<String, String> examples(String... namesAndJson) {
    Map<String, String> examples = new LinkedHashMap<>();
    for (int i = 0; i < namesAndJson.length; i += 2) {
      examples.put(namesAndJson[i], namesAndJson[i + 1]);
    }
    return examples;
  }
}
