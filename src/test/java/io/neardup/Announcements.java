package io.neardup;

import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Texts made from one template, four fifths of whose words are the same in all.
public final class Announcements {

  private static final String FORM =
      "%s we are pleased to announce that a new release of the package %s is now available from our"
          + " archive and its version is %d. It provides %s. Please update your systems at the next"
          + " opportunity since support for earlier releases ends after a period of four weeks and"
          + " no further corrections will be made. Should you find any problem with this release"
          + " report it by mail or in the public tracker and mention the output of the command"
          + " together with the settings in use. Thank you for using our software and for your"
          + " patience.";

  private Announcements() {}

  /// The announcement of a package.
  ///
  /// @param number of the package; others have other words
  public static String first(int number) {
    return text("Hello everybody,", number, 1);
  }

  /// The same package announced with another version and greeting.
  public static String second(int number) {
    return text("Dear users,", number, 2);
  }

  private static String text(String greeting, int number, int version) {
    SplittableRandom random = new SplittableRandom(number);
    String description =
        IntStream.range(0, 14)
            .mapToObj(i -> "w" + random.nextInt(100_000))
            .collect(Collectors.joining(" "));
    return FORM.formatted(greeting, "p" + number, 10 * number + version, description);
  }
}
