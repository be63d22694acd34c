package io.neardup.quality;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes labelled sets from labelled texts by seeded edits: short posts, with and without repeated
/// emoticons, and disguised programs.
///
/// ```
/// mvn -Pquality test-compile exec:exec -Dquality.main=io.neardup.quality.MadeSets \
///   -Dquality.data=folder
/// ```
///
/// Writes `docs.jsonl` and `pairs.tsv` to `target/made`, to be measured with
/// `-Dquality.data=target/made`. Only texts that have no labelled pair are used, so that each has
/// one near-duplicate, its edited copy, and all other pairs are others.
public final class MadeSets {

  private static final long SEED = 1;
  private static final int DOCUMENTS = 800;
  private static final List<String> EMOTICONS =
      List.of("😂", "😭", "❤️", "👍", "🔥", "[哈哈]", "[泪]", "[鼓掌]");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> KEPT =
      Set.of(
          ("auto bool break case char class const continue default delete do double else endl enum"
                  + " false float for friend goto if include inline int long namespace new operator"
                  + " private public return short signed sizeof static std string struct switch"
                  + " template this true typedef typename unsigned using vector virtual void while"
                  + " main cin cout scanf printf bits stdc h iostream")
              .split(" "));

  private final List<String> documents = new ArrayList<>();
  private final List<String> pairs = new ArrayList<>(List.of("id1\tid2\tlabel"));
  private final JsonMapper json = new JsonMapper();
  private final SplittableRandom random;

  private MadeSets(long seed) {
    random = new SplittableRandom(seed);
  }

  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(System.getProperty("quality.data"));
    Map<String, List<String>> texts = unlabelled(data, SEED);
    MadeSets made = new MadeSets(SEED);
    for (String kind : List.of("zh_sms", "en_sms", "en_tweets")) {
      for (int[] words : new int[][] {{5, 7}, {8, 12}, {13, 20}}) {
        made.posts(kind, texts.get(kind), words[0], words[1], false);
        made.posts(kind, texts.get(kind), words[0], words[1], true);
      }
    }
    List<String> programs = texts.get("code_subm");
    made.programs("code_renamed", programs, true, false);
    made.programs("code_reordered", programs, false, true);
    made.programs("code_disguised", programs, true, true);
    made.write(Path.of("target/made"));
  }

  /// Distinct texts without labels, by kind, in random order.
  private static Map<String, List<String>> unlabelled(Path data, long seed) throws IOException {
    Map<String, List<String>> texts = new HashMap<>();
    LabelledTexts.read(data)
        .kinds()
        .forEach((name, kind) -> {
          boolean[] labelled = new boolean[kind.texts().size()];
          kind.positives().forEach(pair -> labelled[pair.a()] = labelled[pair.b()] = true);
          kind.ambiguous().forEach(pair -> labelled[pair.a()] = labelled[pair.b()] = true);
          List<String> left = new ArrayList<>();
          for (int i = 0; i < labelled.length; i++) {
            if (!labelled[i]) {
              left.add(kind.texts().get(i));
            }
          }
          Collections.shuffle(left, new Random(seed));
          texts.put(name, left);
        });
    return texts;
  }

  /// Posts of some numbers of words, and a copy of each with one edit. With emoticons, a third of
  /// the posts end with three to eight times the same one, as their copies do.
  private void posts(String kind, List<String> texts, int from, int to, boolean emoticons) {
    String name = kind + "_" + from + "-" + to + (emoticons ? "_emoticons" : "");
    int count = 0;
    for (String text : texts) {
      List<String> words = words(text);
      if (words.size() >= from && words.size() <= to && count < DOCUMENTS) {
        String end =
            emoticons && random.nextInt(3) == 0
                ? EMOTICONS.get(random.nextInt(EMOTICONS.size())).repeat(3 + random.nextInt(6))
                : "";
        boolean spaces = !kind.startsWith("zh");
        pair(name, count++, joined(words, spaces) + end, joined(edited(words), spaces) + end);
      }
    }
  }

  private static List<String> words(String text) {
    return Pattern.compile("[\\p{IsHan}]|[\\p{L}\\p{N}]+")
        .matcher(text.strip())
        .results()
        .map(found -> found.group())
        .toList();
  }

  private static String joined(List<String> words, boolean spaces) {
    return String.join(spaces ? " " : "", words);
  }

  /// A word replaced, inserted or deleted, or two swapped.
  private List<String> edited(List<String> words) {
    List<String> edited = new ArrayList<>(words);
    int at = random.nextInt(words.size() - 1);
    String other = words.get(random.nextInt(words.size())) + (char) ('a' + random.nextInt(26));
    switch (random.nextInt(4)) {
      case 0 -> edited.set(at, other);
      case 1 -> edited.add(at, other);
      case 2 -> edited.remove(at);
      default -> Collections.swap(edited, at, at + 1);
    }
    return edited;
  }

  /// Programs, and a copy of each with all own names replaced, or with groups of lines in another
  /// order.
  private void programs(String name, List<String> texts, boolean renamed, boolean reordered) {
    int count = 0;
    for (String text : texts.subList(0, Math.min(texts.size(), DOCUMENTS))) {
      String copy = renamed ? renamed(text) : text;
      pair(name, count++, text, reordered ? reordered(copy) : copy);
    }
  }

  private String renamed(String program) {
    Map<String, String> names = new HashMap<>();
    return NAME.matcher(program)
        .replaceAll(found -> {
          String name = found.group();
          return KEPT.contains(name)
              ? name
              : names.computeIfAbsent(name, unseen -> "v" + random.nextInt(100_000));
        });
  }

  /// Blocks of five lines in random order.
  private String reordered(String program) {
    List<String> lines = Arrays.asList(program.split("\\R"));
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += 5) {
      blocks.add(String.join("\n", lines.subList(i, Math.min(lines.size(), i + 5))));
    }
    Collections.shuffle(blocks, Random.from(random));
    return String.join("\n", blocks);
  }

  private void pair(String kind, int number, String a, String b) {
    String id = kind + "-" + number;
    documents.add(document(id + "a", kind, a));
    documents.add(document(id + "b", kind, b));
    pairs.add(id + "a\t" + id + "b\t1");
  }

  private String document(String id, String kind, String text) {
    JsonNode node = json.createObjectNode().put("id", id).put("kind", kind).put("text", text);
    return node.toString();
  }

  private void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("docs.jsonl"), documents);
    Files.write(folder.resolve("pairs.tsv"), pairs);
    System.out.println("Written to " + folder + ": " + documents.size() + " documents.");
  }
}
