package io.neardup.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A call that a Markdown file shows, and its answer.
///
/// @param file its path
/// @param line the first line of the call
/// @param command the shell command
/// @param answer JSON as [JsonExpectation] reads it, null if the file shows none
record MarkdownCall(String file, long line, String command, @Nullable String answer) {

  private static final Pattern FENCED = Pattern.compile("(?ms)^(`{3,})([^`\n]*)\n(.*?)^\\1[ \t]*$");
  private static final Pattern BEGINS_WITH_CURL =
      Pattern.compile("(\\s*#[^\n]*\n)*\\s*curl\\s.*", Pattern.DOTALL);

  /// The calls of a file: each fenced `sh` block that runs `curl` with an address of
  /// `localhost:8080`. If the next fenced block is `json`, it is the answer; each further `json`
  /// block that follows directly is the answer to the same call, made again.
  ///
  /// @throws IllegalArgumentException if such a block does not begin with `curl`, so that no other
  ///   command is run by mistake
  static List<MarkdownCall> in(String file, String markdown) {
    List<MarkdownCall> calls = new ArrayList<>();
    MarkdownCall open = null; // its answer was not read yet
    boolean answered = false; // its answer was read, further ones may follow
    Matcher block = FENCED.matcher(markdown);
    while (block.find()) {
      String language = block.group(2).strip();
      String content = block.group(3);
      boolean json = language.equals("json");
      if (open != null && (json || !answered)) {
        calls.add(new MarkdownCall(file, open.line, open.command, json ? content : null));
      }
      answered = json;
      if (!json) {
        open = null;
      }
      if (language.equals("sh") && content.contains("curl") && content.contains(ADDRESS)) {
        long line = markdown.substring(0, block.start()).lines().count() + 1;
        if (!BEGINS_WITH_CURL.matcher(content).matches()) {
          throw new IllegalArgumentException(
              file + ":" + line + ": a block that calls " + ADDRESS + " must begin with curl");
        }
        open = new MarkdownCall(file, line, content, null);
      }
    }
    if (open != null && !answered) {
      calls.add(open);
    }
    return calls;
  }

  /// The address of the service in the files.
  static final String ADDRESS = "localhost:8080";

  /// File and line.
  String where() {
    return file + ":" + line;
  }

  /// The command for a service on another port.
  String command(int port) {
    return command.replace(ADDRESS, "localhost:" + port);
  }
}
