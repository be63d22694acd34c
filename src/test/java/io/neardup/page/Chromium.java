package io.neardup.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The Chromium of this machine, started once for all tests of a process.
///
/// Tests are skipped where there is none; with `REQUIRE_BROWSER=true` in the environment they fail
/// there.
final class Chromium {

  private static final String REQUIRED = "REQUIRE_BROWSER";

  /// As root, and without a connection to anywhere else.
  private static final List<String> SWITCHES =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private static @Nullable Browser browser;

  private Chromium() {}

  /// The browser.
  static synchronized Browser get() {
    Optional<Path> program = program();
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertThat(program).as("%s is set: Chromium is installed", REQUIRED).isPresent();
    }
    assumeTrue(program.isPresent(), "no Chromium is installed: the web page is not tested");
    if (browser == null) {
      // Ends with this process, whose child its driver is.
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      browser =
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(program.orElseThrow())
                      .setArgs(SWITCHES));
      Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    }
    return browser;
  }

  private static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder ->
            Stream.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
                .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
