package io.neardup.web.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An invalid JSON body, also sent as a line of NDJSON.
///
/// @param problem the status and type of the problem
/// @param says a part of the message
record BadJson(String path, String json, String problem, String field, String says) {

  private static final List<String> PATHS =
      List.of("/fingerprint", "/compare", "/documents", "/duplicates");
  private static final String SIDES = "\"a\":{\"text\":\"a\"},\"b\":{\"text\":\"b\"}";

  static final String USUAL = "400 invalid-request";
  private static final Pattern REPEATED = Pattern.compile("<(\\d+) x>");

  private static final String MALFORMED =
      """
      {
      {"text"
      {"text":
      {"text":"a
      {"text":"a"
      {"text":"a",
      {"text":"a"} x
      {"text":"a"}{"text":"b"}
      {"text":"a"}]
      {"text":"a","text":"b"}
      {'text':'a'}
      {text:"a"}
      {"text":"a",}
      {"text":"a\tb"}
      {"text":"\\x"}
      {"text":"\\u12"}
      {"text":tru}
      {"text":01}
      {"tokens":["a",]}
      {"features":[{"feature":"a","weight":NaN}]}
      {"features":[{"feature":"a","weight":Infinity}]}
      {"features":[{"feature":"a","weight":+1}]}
      text=a
      <text>a</text>
      a
      """;

  /// Invalid fields besides the content. Columns: letters of the paths, the fields, the field in
  /// the problem, a part of the message, and the status and type if they are not the usual ones.
  private static final String FIELDS =
      """
      FCDL | "txt":"b" | txt | is not a field
      FCDL | "Text":"b" | Text | known are
      CDL | "maxDistance":-1 | maxDistance | must be 0 to 256
      CDL | "maxDistance":257 | maxDistance | must be 0 to 256
      D | "limit":-1 | limit | must be 0 to 10000
      L | "limit":0 | limit | must be 1 to 10000
      D | "limit":-7 | limit | must be 0 to 10000
      D | "limit":10001 | limit | must be 0 to 10000
      D | "limit":2147483647 | limit | must be 0 to 10000
      L | "limit":-7 | limit | must be 1 to 10000
      L | "limit":10001 | limit | must be 1 to 10000
      L | "limit":2147483647 | limit | must be 1 to 10000
      D | "collection":"cats" | collection | belongs in the address: POST /documents?collection=…
      L | "collection":"cats" | collection | belongs in the address: POST /duplicates?collection=…
      L | "minPosition":"7-1" | minPosition | belongs in the address: POST /duplicates?minPosition=…
      DL | "fingerprint":"0123456789abcdef" | body | several of
      FC | "profile":"" | profile | must be one of simhash-256-v1
      FC | "profile":"v0" | profile | must be one of simhash-256-v1
      L | "recall":"" | recall | 'exact' or
      L | "recall":"most" | recall | 'exact' or
      L | "recall":0 | recall | 'exact' or
      L | "recall":-0.5 | recall | 'exact' or
      L | "recall":1.01 | recall | 'exact' or
      L | "recall":"NaN" | recall | 'exact' or
      L | "recall":true | recall | 'exact' or
      L | "recall":[] | recall | 'exact' or
      L | "recall":{"a":1} | recall | 'exact' or
      C | "measures":"" | measures | cosine, angle
      C | "measures":"Cosine" | measures | cosine, angle
      C | "measures":["jaccard",""] | measures | cosine, angle
      C | "measures":["cosine",null] | measures | cosine, angle
      C | "measures":[1] | measures[0] | a string
      C | "measures":1 | measures | a string
      C | "measures":{"a":1} | measures | a string
      D | "metadata":[] | metadata | JSON object
      D | "metadata":[1] | metadata | JSON object
      D | "metadata":"a" | metadata | JSON object
      D | "metadata":"" | metadata | JSON object
      D | "metadata":1 | metadata | JSON object
      D | "metadata":1.5 | metadata | JSON object
      D | "metadata":true | metadata | JSON object
      D | "metadata":false | metadata | JSON object
      D | "metadata":{"a":"<70000 x>"} | metadata | at most 65536 | 413 too-large
      D | "metadata":{"a":<150 deep>} | body | 100 | 413 too-large
      D | "metadata":{"a":1e9999999999} | metadata | exponent is too large | 400 malformed-json
      D | "metadata":{"a":{"b":[-1e-9999999999]}} | metadata | exponent is too large | 400 malformed-json
      D | "id":"" | id | id must have 1 to 512
      D | "id":"<513 x>" | id | id must have 1 to 512
      D | "id":"a\\nb" | id | control characters
      D | "id":"\\u0000" | id | control characters
      D | "id":"a\\u007f" | id | control characters
      D | "id":"\\u0085" | id | control characters
      D | "id":"a\\ud800" | id | id must
      D | "onDuplicate":"" | onDuplicate | one of add, skip, replace
      D | "onDuplicate":"ADD" | onDuplicate | one of add, skip, replace
      D | "onDuplicate":"ignore" | onDuplicate | one of add, skip, replace
      """;

  /// Invalid bodies, with the same columns.
  private static final String BODIES =
      """
      FCDL | null | body | JSON object
      FCDL | [] | body | JSON object
      FCDL | [{"text":"a"}] | body | JSON object
      FCDL | "text" | body | JSON object
      FCDL | "" | body | JSON object
      FCDL | 1 | body | JSON object
      FCDL | true | body | JSON object
      DL | {"fingerprint":""} | fingerprint | digits | 422 unusable-fingerprint
      DL | {"fingerprint":"0"} | fingerprint | digits | 422 unusable-fingerprint
      DL | {"fingerprint":"xyz"} | fingerprint | digits | 422 unusable-fingerprint
      DL | {"fingerprint":"0123456789abcdeg"} | fingerprint | digits | 422 unusable-fingerprint
      DL | {"fingerprint":"0123456789abcde"} | fingerprint | digits | 422 unusable-fingerprint
      DL | {"fingerprint":"0123456789abcdef0"} | fingerprint | digits | 422 unusable-fingerprint
      DL | {"fingerprint":"0x23456789abcdef"} | fingerprint | digits | 422 unusable-fingerprint
      D | {"text":"<5000001 x>"} | text | at most 5000000 characters | 413 too-large
      L | {"id":"nobody"} | id | store it | 404 not-found
      L | {"id":"a","html":"b"} | body | several of
      C | {"a":{"text":"a","collection":"default"},"b":{"text":"b"}} | a.collection | of the document that id names
      C | {"a":{"text":"a"},"b":{"id":"b","collection":"cats"}} | b.collection | must name a collection that exists | 404 not-found
      """;

  /// Invalid content of a request or of a side of a comparison. Columns: an object, the field in
  /// the problem relative to it, and a part of the message.
  private static final String CONTENT =
      """
      {} | | give exactly one
      {"text":null} | | give exactly one
      {"text":"a","html":"b"} | | several of
      {"tokens":[],"features":[]} | | several of
      {"tokens":[1]} | tokens[0] | a string
      {"tokens":["a",null]} | tokens[1] | a string
      {"tokens":[["a"]]} | tokens[0] | a string
      {"features":[null]} | features[0] | object
      {"features":["a"]} | features[0] | object
      {"features":[["a",2]]} | features[0] | object
      {"features":[{}]} | features[0] | object
      {"features":[{"weight":2}]} | features[0] | object
      {"features":[{"feature":"a","count":2}]} | features[0].count | known are feature, weight
      {"features":[{"feature":1}]} | features[0].feature | a string
      """;

  private static final Map<String, List<String>> WEIGHTS =
      Map.of(
          "must be 0 to 1000000", List.of("-1", "-1e-400", "1000000.5", "1e7", "1e999", "-1e999"),
          "a number", List.of("\"NaN\"", "\"2\"", "true", "[2]", "{}"),
          "0.0000152587890625 (1/65536) and more, 'a' has", List.of("1e-400", "1e-9", "0.00001"));

  /// Invalid sides of a comparison, with the same columns.
  private static final String SIDE =
      """
      "x" | | a JSON object
      1 | | a JSON object
      [] | | a JSON object
      true | | a JSON object
      {"txt":"x"} | txt | is not a field
      {"id":1} | id | a string
      {"text":"a","id":"b"} | | several of
      {"fingerprint":"xyz"} | fingerprint | digits | 422 unusable-fingerprint
      {"id":"nobody"} | id | store it | 404 not-found
      """;

  /// The types of fields. Columns: letters of the paths, the field, its type.
  private static final String TYPES =
      """
      FDL | id | a string
      FDL | ref | a string
      CDL | maxDistance | a whole number
      DL | limit | a whole number
      DL | fingerprint | a string
      FC | explain | true or false
      FC | profile | a string
      D | onDuplicate | a string
      """;

  private static final Map<String, String> CONTENT_TYPES =
      Map.of("text", "a string", "html", "a string", "tokens", "an array", "features", "an array");

  /// For each type, values of all other types.
  private static final Map<String, List<String>> OTHER_TYPES =
      Map.of(
          "a string", List.of("1", "1.5", "true", "[\"a\"]", "{}"),
          "an array", List.of("\"a\"", "1", "false", "{}"),
          "a whole number",
              List.of("\"3\"", "1.5", "1e0", "true", "[]", "{}", "99999999999", "-1e99"),
          "true or false", List.of("\"true\"", "1", "0", "\"yes\"", "[]", "{}"));

  /// All invalid bodies.
  static List<BadJson> all() {
    List<BadJson> all = new ArrayList<>();
    for (String path : PATHS) {
      boolean compares = path.equals("/compare");
      MALFORMED
          .lines()
          .filter(json -> !compares || json.contains("text"))
          .map(json -> compares ? json.replace("text", "profile") : json)
          .map(json ->
              new BadJson(path, json, "400 malformed-json", "body", "is not well-formed JSON"))
          .forEach(all::add);
      String good = "{" + (compares ? SIDES : "\"text\":\"a\"") + ",";
      addRows(all, path, FIELDS, fields -> good + fields + "}");
      addRows(all, path, BODIES, body -> body);
      rows(TYPES)
          .filter(row -> isOf(row, path))
          .forEach(row -> addTypes(all, path, "", row[1], row[2], good));
      if (!compares) {
        addContent(all, path, "", json -> json);
      }
    }
    for (String side : List.of("a", "b")) {
      String other = "{\"" + (side.equals("a") ? "b" : "a") + "\":{\"text\":\"x\"}";
      UnaryOperator<String> whole = json -> other + ",\"" + side + "\":" + json + "}";
      addContent(all, "/compare", side, whole);
      rows(SIDE).forEach(row -> all.add(relative("/compare", side, whole, row)));
      all.add(invalid("/compare", other + "}", side, "is missing"));
    }
    return all;
  }

  private static void addContent(
      List<BadJson> all, String path, String at, UnaryOperator<String> whole) {
    rows(CONTENT).forEach(row -> all.add(relative(path, at, whole, row)));
    WEIGHTS.forEach((says, weights) -> {
      String field = says.startsWith("0.0") ? "features" : "features[0].weight";
      for (String weight : weights) {
        String json = "{\"features\":[{\"feature\":\"a\",\"weight\":" + weight + "}]}";
        all.add(relative(path, at, whole, new String[] {json, field, says}));
      }
    });
    String open = at.isEmpty() ? "{" : whole.apply("{").replaceAll("}$", "");
    CONTENT_TYPES.forEach((field, type) -> addTypes(all, path, at, field, type, open));
  }

  private static void addTypes(
      List<BadJson> all, String path, String at, String field, String type, String open) {
    for (String other : OTHER_TYPES.get(type)) {
      String json = open + "\"" + field + "\":" + other + (at.isEmpty() ? "}" : "}}");
      all.add(invalid(path, json, at.isEmpty() ? field : at + "." + field, "must be"));
    }
  }

  private static void addRows(
      List<BadJson> all, String path, String table, UnaryOperator<String> whole) {
    rows(table)
        .filter(row -> isOf(row, path))
        .map(row -> of(path, whole.apply(row[1]), row[2], row[3], row.length > 4 ? row[4] : USUAL))
        .forEach(all::add);
  }

  private static BadJson relative(
      String path, String at, UnaryOperator<String> whole, String[] row) {
    String separator = at.isEmpty() || row[1].isEmpty() ? "" : ".";
    String field = (at + separator + row[1]).isEmpty() ? "body" : at + separator + row[1];
    return of(path, whole.apply(row[0]), field, row[2], row.length > 3 ? row[3] : USUAL);
  }

  static Stream<String[]> rows(String table) {
    return table.lines().map(line -> line.split(" *\\| *"));
  }

  private static boolean isOf(String[] row, String path) {
    return row[0].indexOf("FCDL".charAt(PATHS.indexOf(path))) >= 0;
  }

  private static BadJson invalid(String path, String json, String field, String says) {
    return of(path, json, field, says, USUAL);
  }

  private static BadJson of(String path, String json, String field, String says, String problem) {
    String written =
        REPEATED
            .matcher(json.replace("<150 deep>", "[".repeat(150) + "]".repeat(150)))
            .replaceAll(count -> "x".repeat(Integer.parseInt(count.group(1))));
    return new BadJson(path, written, problem, field, says);
  }

  @Override
  public String toString() {
    return path + " " + (json.length() < 100 ? json : json.substring(0, 100) + "...");
  }
}
