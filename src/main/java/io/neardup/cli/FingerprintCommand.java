package io.neardup.cli;

import io.neardup.cli.files.TableWriter;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Computes fingerprints.
@Command(
    name = "fingerprint",
    description = {
      "Computes the fingerprint of each record, in order: id, fingerprint in hex, and the number of"
          + " distinct features. POST /fingerprint gives the same ones."
    },
    footer = {
      "",
      "Examples:",
      "  neardup fingerprint posts.jsonl -o fingerprints.csv",
      "  echo 'the cat sat on the mat' | neardup fingerprint - --input-format lines"
    })
final class FingerprintCommand extends CorpusCommand {

  private static final List<String> COLUMNS = List.of("id", "fingerprint", "features");

  @Mixin TableOptions table = new TableOptions();

  FingerprintCommand(Console console) {
    super(console);
  }

  @Override
  List<String> outputs() {
    return List.of(table.output);
  }

  @Override
  void run(Profile profile, ForkJoinPool pool) throws IOException {
    try (CorpusReader records = open(false, profile, pool);
        TableWriter writer = table(table.output, table.format, COLUMNS)) {
      records.parse(
          true,
          text -> profile.sketch(new Content.Text(text)),
          (_, id, sketch) -> {
            if (sketch != null) {
              writer.row(id, sketch.fingerprint().toString(), sketch.features());
            }
          });
    }
  }
}
