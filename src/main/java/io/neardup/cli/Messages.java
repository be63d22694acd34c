package io.neardup.cli;

import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a command says on the standard error while it runs, as text or as JSON lines:
///
/// ```
/// {"event":"note","message":"text is read from column 'text' (--text)"}
/// {"event":"warning","message":"…"}
/// {"event":"progress","step":"reading","share":0.25,"seconds":5.0,"secondsLeft":15.0}
/// {"event":"error","message":"no file matches 'a*.jsonl'"}
/// ```
///
/// `share` and `secondsLeft` are missing while they are not known. Only errors are said if it is
/// quiet.
///
/// @param json whether each message is an object in one line
record Messages(Console console, boolean quiet, boolean json) {

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final double LEAST_SHARE =
      0.01; // from which on the time that is left is estimated

  /// Prints a sentence about what is done.
  void note(String sentence) {
    print(said("note").put("message", sentence), sentence);
  }

  /// Prints what is unusual.
  void warning(String sentence) {
    print(said("warning").put("message", sentence), "warning: " + sentence);
  }

  /// Prints why the command ended, also if it is quiet.
  void error(String sentence) {
    new Messages(console, false, json)
        .print(said("error").put("message", sentence), "neardup: " + sentence);
  }

  /// Prints how far a step is.
  ///
  /// @param share of its work that is done, 0.0 to 1.0; below 0 if it is not known
  /// @param seconds since it began
  void progress(String step, double share, double seconds) {
    String done = String.format(Locale.ROOT, "%s: %.0f s", step, seconds);
    ObjectNode event = said("progress").put("step", step);
    if (share >= 0) {
      event.put("share", rounded(share, 1e4));
      done = String.format(Locale.ROOT, "%s: %.0f %%, %.0f s", step, share * 100, seconds);
    }
    event.put("seconds", rounded(seconds, 10));
    if (share >= LEAST_SHARE) {
      double left = seconds / share - seconds;
      event.put("secondsLeft", rounded(left, 10));
      done += String.format(Locale.ROOT, ", about %.0f s left", left);
    }
    print(event, done);
  }

  private static ObjectNode said(String event) {
    return MAPPER.createObjectNode().put("event", event);
  }

  private static double rounded(double value, double units) {
    return Math.round(value * units) / units;
  }

  private void print(ObjectNode event, String text) {
    if (!quiet) {
      console.err().println(json ? MAPPER.writeValueAsString(event) : text);
    }
  }
}
