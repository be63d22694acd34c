package io.neardup.options;

import io.neardup.text.DecimalNumber;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What the command line and the Spark job share besides their options.
public final class CommandLines {

  private static final String INT = "must be a whole number from 0 to " + Integer.MAX_VALUE;

  /// The names of an option's values in a message, which are lower case elsewhere.
  private static final Pattern CONSTANTS = Pattern.compile("expected one of \\[[A-Z, ]+]");

  private CommandLines() {}

  /// Completes a program and all its commands: each has `--help` and `--version`, lists options in
  /// declaration order and accepts constants in any case. A failure is one line; for wrong
  /// arguments, a second line refers to `--help`.
  ///
  /// @param message the line of a failure
  public static CommandLine complete(
      CommandLine program, PrintWriter out, PrintWriter err, Function<Exception, String> message) {
    CommandSpec main = program.getCommandSpec();
    program.getSubcommands().values().forEach(command -> describe(command, main));
    return program
        .registerConverter(Integer.class, number(Integer::valueOf, INT))
        .registerConverter(int.class, number(Integer::valueOf, INT))
        .registerConverter(Long.class, number(Long::valueOf, "must be a whole number"))
        .registerConverter(long.class, number(Long::valueOf, "must be a whole number"))
        .registerConverter(Double.class, number(Double::valueOf, "must be a number such as 0.5"))
        .registerConverter(double.class, number(Double::valueOf, "must be a number such as 0.5"))
        .registerConverter(
            Charset.class, converter(Charset::forName, "must be an encoding such as windows-1252"))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .setExitCodeExceptionMapper(
            failure -> failure instanceof ParameterException ? ExitCode.USAGE : ExitCode.SOFTWARE)
        .setParameterExceptionHandler((failure, arguments) -> {
          String fault =
              CONSTANTS
                  .matcher(String.valueOf(failure.getMessage()))
                  .replaceAll(names -> names.group().toLowerCase(Locale.ROOT));
          err.println(main.name() + ": " + fault);
          UnmatchedArgumentException.printSuggestions(failure, err);
          err.println(
              "See " + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help");
          return ExitCode.USAGE;
        })
        .setExecutionExceptionHandler((failure, command, parsed) -> {
          if (failure instanceof ParameterException usage) {
            throw usage;
          }
          err.println(main.name() + ": " + message.apply(failure));
          return ExitCode.SOFTWARE;
        });
  }

  private static <T> ITypeConverter<T> number(Function<String, T> parse, String expected) {
    return converter(text -> parse.apply(DecimalNumber.require(text)), expected);
  }

  private static <T> ITypeConverter<T> converter(Function<String, T> parse, String expected) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(expected + ", was '" + text + "'");
      }
    };
  }

  private static void describe(CommandLine command, CommandSpec main) {
    CommandSpec own = command.getCommandSpec().mixinStandardHelpOptions(true);
    own.usageMessage().sortOptions(false).abbreviateSynopsis(true);
    if (main.versionProvider() == null) {
      own.version(main.version());
    } else {
      own.versionProvider(main.versionProvider());
    }
    command.getSubcommands().values().forEach(further -> describe(further, main));
  }
}
