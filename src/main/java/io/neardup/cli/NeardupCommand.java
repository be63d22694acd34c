package io.neardup.cli;

import io.neardup.cli.files.FileFailure;
import io.neardup.memory.MemoryWatch;
import io.neardup.options.CommandLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command line.
@Command(
    name = "neardup",
    mixinStandardHelpOptions = true,
    versionProvider = NeardupCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Finds near-duplicate texts in files: texts that are nearly the same, not texts about the"
          + " same subject.",
      "",
      "Files have a record on each line (JSON lines, CSV, TSV, plain lines), are an array of JSON,"
          + " or Parquet, and may be compressed by gzip or zstd."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed; no output was written under its name",
      "2:the arguments are not valid",
      "3:done, but records that could not be read were skipped (--on-error skip)",
      "4:out of memory; no output was written under its name"
    },
    footer = {
      "",
      "Examples:",
      "  neardup dedupe crawl.jsonl.gz -o clean.jsonl --dropped dropped.jsonl",
      "  neardup pairs posts.csv --text body -o pairs.csv",
      "  neardup dedupe --help",
      "",
      "Without a command, or with options of Spring such as --server.port=9090, the server starts."
    })
public final class NeardupCommand implements Runnable {

  private static final Map<String, Function<Console, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("dedupe", DedupeCommand::new);
    COMMANDS.put("pairs", PairsCommand::new);
    COMMANDS.put("groups", GroupsCommand::new);
    COMMANDS.put("passages", PassagesCommand::new);
    COMMANDS.put("fingerprint", FingerprintCommand::new);
    COMMANDS.put("compare", CompareCommand::new);
    COMMANDS.put("evaluate", EvaluateCommand::new);
    COMMANDS.put("serve", _ -> new ServeCommand());
  }

  @Spec CommandSpec spec = CommandSpec.create(); // replaced by the specification of the command

  private NeardupCommand() {}

  /// Whether arguments start the server: none, or options of Spring; `serve` is a command.
  public static boolean startsServer(String... arguments) {
    if (arguments.length == 0) {
      return true;
    }
    String first = arguments[0];
    return first.startsWith("--") && !first.equals("--help") && !first.equals("--version")
        || first.equals("serve") && !(arguments.length > 1 && arguments[1].equals("--help"));
  }

  /// Runs a command with the streams of the process.
  ///
  /// @return the exit code
  public static int run(String... arguments) {
    System.setProperty("logback.configurationFile", "logback-cli.xml"); // messages to stderr
    Console console = Console.ofProcess();
    MemoryWatch.startForCommand();
    String refused = refused(arguments);
    if (refused != null) {
      console.err().println(refused);
      return ExitCode.USAGE;
    }
    return run(console, arguments);
  }

  static int run(Console console, String... arguments) {
    try {
      int code = commandLine(console, arguments).execute(arguments);
      IOException failure = console.out().failure();
      if (code == ExitCode.OK && failure != null) { // of --help
        console.err().println("neardup: " + failure.getMessage());
        return ExitCode.SOFTWARE;
      }
      return code;
    } catch (OutOfMemoryError e) {
      console.err().println(MemoryWatch.message(String.valueOf(e.getMessage())));
      return MemoryWatch.EXIT_OF_COMMAND;
    }
  }

  /// Why arguments cannot be used, null if they can: what is not of the encoding of the locale
  /// becomes a replacement character, as in paths that are read later. Java takes relative paths to
  /// be in a working folder of such a name, which is another one.
  private static @Nullable String refused(String... arguments) {
    String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
    return encoding.equalsIgnoreCase("UTF-8")
        ? null
        : Stream.concat(
                Stream.of(arguments).map(argument -> "argument '" + argument),
                Stream.of("working folder '" + System.getProperty("user.dir")))
            .filter(name -> name.indexOf('\uFFFD') >= 0)
            .findFirst()
            .map(name ->
                "neardup: the "
                    + name
                    + "' has characters that the locale cannot represent ("
                    + encoding
                    + "); set LC_ALL=C.UTF-8")
            .orElse(null);
  }

  /// The command that is requested, or all: describing all takes a third of the time to start.
  private static CommandLine commandLine(Console console, String... arguments) {
    CommandLine line = new CommandLine(new NeardupCommand());
    String first = arguments.length == 0 ? "" : arguments[0];
    if (COMMANDS.containsKey(first)) {
      line.addSubcommand(COMMANDS.get(first).apply(console));
    } else if (!first.equals("--version")) {
      COMMANDS.values().forEach(command -> line.addSubcommand(command.apply(console)));
    }
    CommandLines.complete(
        line,
        new PrintWriter(console.out(), true, StandardCharsets.UTF_8),
        new PrintWriter(console.err(), true, StandardCharsets.UTF_8),
        NeardupCommand::message);
    IParameterExceptionHandler usage = line.getParameterExceptionHandler();
    line.setParameterExceptionHandler((failure, given) ->
        usage.handleParseException(
            failure instanceof MissingParameterException missing
                    && missing.getMissing().getFirst().isPositional()
                    && failure.getCommandLine().getCommand() instanceof CorpusCommand corpus
                    && !corpus.references().isEmpty()
                ? corpus.withoutInput()
                : failure,
            given));
    IExecutionExceptionHandler others = line.getExecutionExceptionHandler();
    return line.setExecutionExceptionHandler((failure, command, parsed) -> {
      OutOfMemoryError error = MemoryWatch.causeOf(failure);
      if (error != null) {
        throw error;
      }
      if (command.getCommand() instanceof CorpusCommand corpus
          && corpus.run.progress == RunOptions.ProgressFormat.json
          && !(failure instanceof ParameterException)) {
        corpus.run.messages(console).error(message(failure));
        return ExitCode.SOFTWARE;
      }
      return others.handleExecutionException(failure, command, parsed);
    });
  }

  private static String message(Exception failure) {
    return switch (failure) {
      case FileFailure _, IOException _ -> String.valueOf(failure.getMessage());
      case UncheckedIOException wrapped ->
          String.valueOf(Objects.requireNonNull(wrapped.getCause()).getMessage());
      default -> failure.toString();
    };
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing: a command");
  }

  /// The version of this program.
  static final class Version implements IVersionProvider {

    /// That of the build.
    static String ofBuild() {
      Properties build = new Properties();
      try (InputStream in =
          NeardupCommand.class.getResourceAsStream("/META-INF/build-info.properties")) {
        if (in != null) {
          build.load(in);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return build.getProperty("build.version", "of unknown version");
    }

    @Override
    public String[] getVersion() {
      return new String[] {"neardup " + ofBuild(), "Java " + Runtime.version()};
    }
  }

  /// Is listed by `--help`; the main class starts the server itself.
  @Command(
      name = "serve",
      description = {
        "Starts the server, as without a command. It takes the options of Spring, such as"
            + " --server.port=9090; docs/operations.md names the page of each."
      })
  static final class ServeCommand {}
}
