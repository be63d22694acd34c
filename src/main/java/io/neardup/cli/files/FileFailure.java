package io.neardup.cli.files;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A failure that ends a command. The message names the file and the remedy.
public final class FileFailure extends RuntimeException {

  /// @param message one or two sentences
  public FileFailure(String message) {
    this(message, null);
  }

  /// @param message one or two sentences
  public FileFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// The failure to read or write a file.
  ///
  /// @param name of the file
  public static FileFailure of(String name, IOException cause) {
    String message = cause.getMessage();
    String reason =
        switch (cause) {
          case java.nio.file.NoSuchFileException _ -> "does not exist";
          case java.nio.file.AccessDeniedException _ -> "permission denied";
          case java.nio.file.FileSystemException system when system.getReason() != null ->
              system.getReason();
          case java.io.EOFException _ -> "ends too early; the file is not complete";
          case java.util.zip.ZipException _ -> "is damaged: " + message;
          default -> message == null ? cause.getClass().getSimpleName() : message;
        };
    return new FileFailure(name + ": " + reason, cause);
  }

  /// A file that is not as it was when it was read before.
  ///
  /// @param name of the file
  public static FileFailure changed(String name, @Nullable Throwable cause) {
    return new FileFailure(name + ": was changed while it was read; start again", cause);
  }

  /// Checks a file.
  ///
  /// @throws FileFailure unless the condition is true
  public static void require(boolean condition, String name, String fault) {
    if (!condition) {
      throw new FileFailure(name + ": " + fault);
    }
  }
}
