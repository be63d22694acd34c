package io.neardup.examples;

import io.neardup.examples.HttpExample.Shown;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `.http` files, whose requests can be sent with the REST clients of editors:
///
///     ### Title
///     POST {{host}}/fingerprint
///     Content-Type: application/json
///
///     {"text": "..."}
///
///     ### => 200
///     # Content-Type: application/json
///     #
///     # {"fingerprint": "...", "bits": 64, "...": "..."}
///
/// The answer is a separate section that consists of comments, so that no client sends it as part
/// of the body. Its headers may be omitted. The query of a request may continue in indented lines;
/// characters are percent-encoded where necessary, as editors do.
final class HttpExampleParser {

  private static final Pattern SECTION = Pattern.compile("(?m)^###[ \t]*(.*)\\R?");
  private static final Pattern ANSWER = Pattern.compile("=>\\s*(\\d{3})\\s*");
  private static final Pattern VARIABLE = Pattern.compile("@(\\w+)\\s*=\\s*(.*)");
  private static final Pattern HEADER = Pattern.compile("([A-Za-z-]+):\\s*(.*)");
  private static final Pattern REFUSED_IN_ADDRESSES =
      Pattern.compile("[^\\p{Alnum}\\-._~:/?#@!$&'()*+,;=%]");

  private final String file;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final List<HttpExample> examples = new ArrayList<>();

  private HttpExampleParser(String file) {
    this.file = file;
  }

  /// The examples of a file, in order.
  ///
  /// @throws IllegalArgumentException if the file cannot be parsed
  static List<HttpExample> parse(String file, String content) {
    HttpExampleParser parser = new HttpExampleParser(file);
    Matcher section = SECTION.matcher(content);
    String title = null;
    int start = 0;
    while (section.find()) {
      parser.section(title, content.substring(start, section.start()));
      title = section.group(1).strip();
      start = section.end();
    }
    parser.section(title, content.substring(start));
    return parser.examples;
  }

  private void section(@Nullable String title, String content) {
    Matcher answer = ANSWER.matcher(title == null ? "" : title);
    List<String> lines = content.lines().toList();
    if (answer.matches()) {
      answer(Integer.parseInt(answer.group(1)), lines);
      return;
    }
    int start = 0;
    while (start < lines.size() && isBeforeRequest(lines.get(start))) {
      start++;
    }
    if (start < lines.size()) {
      if (title == null || title.isEmpty()) {
        throw new IllegalArgumentException(file + ": a request has no title: " + lines.get(start));
      }
      request(title, lines.subList(start, lines.size()));
    }
  }

  /// Also records the variables that it reads.
  private boolean isBeforeRequest(String line) {
    Matcher variable = VARIABLE.matcher(line);
    if (variable.matches()) {
      variables.put(variable.group(1), variable.group(2).strip());
      return true;
    }
    return line.isBlank() || line.startsWith("#");
  }

  private void request(String title, List<String> lines) {
    int at = 1;
    StringBuilder first = new StringBuilder(replaceVariables(lines.getFirst()).strip());
    for (; at < lines.size() && lines.get(at).startsWith(" "); at++) {
      first.append(replaceVariables(lines.get(at)).strip());
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (; at < lines.size() && !lines.get(at).isBlank(); at++) {
      Matcher header = HEADER.matcher(lines.get(at));
      if (!header.matches()) {
        throw new IllegalArgumentException(
            file + ", " + title + ": not a header: '" + lines.get(at) + "'");
      }
      headers.put(header.group(1), replaceVariables(header.group(2).strip()));
    }
    String body = lines.stream().skip(at).collect(Collectors.joining("\n")).strip();
    String[] methodAndAddress = first.toString().split(" ", 2);
    URI address = URI.create(encode(methodAndAddress[1]));
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    examples.add(
        new HttpExample(
            file,
            title,
            methodAndAddress[0],
            address.getRawPath() + query,
            headers,
            replaceVariables(body),
            null));
  }

  private void answer(int status, List<String> lines) {
    if (examples.isEmpty() || examples.getLast().answer() != null) {
      throw new IllegalArgumentException(file + ": an answer without a request: " + status);
    }
    List<String> shown = new ArrayList<>();
    for (String line : lines) {
      if (!line.isBlank() && !line.startsWith("#")) {
        throw new IllegalArgumentException(
            file + ": a line of an answer must begin with #: '" + line + "'");
      }
      shown.add(line.isBlank() ? "" : line.substring(1).strip());
    }
    Map<String, String> headers = new LinkedHashMap<>();
    int at = 0;
    for (; at < shown.size(); at++) {
      Matcher header = HEADER.matcher(shown.get(at));
      if (!header.matches()) {
        break;
      }
      headers.put(header.group(1), header.group(2));
    }
    String json = String.join("\n", shown.subList(at, shown.size())).strip();
    HttpExample asked = examples.removeLast();
    examples.add(
        new HttpExample(
            file,
            asked.title(),
            asked.method(),
            asked.target(),
            asked.headers(),
            asked.body(),
            new Shown(status, headers, json)));
  }

  private String replaceVariables(String text) {
    String replaced = text;
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      replaced = replaced.replace("{{" + variable.getKey() + "}}", variable.getValue());
    }
    if (replaced.contains("{{")) {
      throw new IllegalArgumentException(file + ": an unknown variable in '" + replaced + "'");
    }
    return replaced;
  }

  private static String encode(String address) {
    return REFUSED_IN_ADDRESSES
        .matcher(address)
        .replaceAll(
            found -> URLEncoder.encode(found.group(), StandardCharsets.UTF_8).replace("+", "%20"));
  }
}
