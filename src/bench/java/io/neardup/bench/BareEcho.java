package io.neardup.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/// The web starter alone, on virtual threads, with an endpoint that returns what it received: the
/// upper limit of what a service on the same framework can answer. Runs in a process of its own.
@ImportAutoConfiguration({
  TomcatServletWebServerAutoConfiguration.class,
  DispatcherServletAutoConfiguration.class,
  WebMvcAutoConfiguration.class,
  ErrorMvcAutoConfiguration.class,
  HttpMessageConvertersAutoConfiguration.class,
  HttpEncodingAutoConfiguration.class,
  MultipartAutoConfiguration.class,
  JacksonAutoConfiguration.class,
})
public class BareEcho {

  private static final String PORT = "port ";

  /// A running application.
  ///
  /// @param port on which it listens
  record Running(Process process, int port) implements AutoCloseable {
    @Override
    public void close() {
      process.destroy();
    }
  }

  /// Runs until the process is killed; prints the port.
  public static void main(String[] arguments) throws NoSuchMethodException {
    var context =
        SpringApplication.run(
            BareEcho.class,
            "--server.port=0",
            "--spring.config.name=none",
            "--spring.main.banner-mode=off",
            "--spring.threads.virtual.enabled=true",
            "--logging.level.root=warn");
    HttpLoad.addEcho(context);
    System.out.println(PORT + context.getEnvironment().getProperty("local.server.port"));
  }

  /// Starts the application in a process with the class path of this one.
  static Running start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                BareEcho.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = output.readLine();
    while (line != null && !line.startsWith(PORT)) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException("the bare application did not start");
    }
    return new Running(process, Integer.parseInt(line.substring(PORT.length())));
  }
}
