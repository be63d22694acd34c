package io.neardup.quality;

import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// Makes labelled sets from labelled texts by seeded edits: short posts, with and without repeated
/// emoticons, posts that are spelt to pass filters or have other numbers and addresses, texts with
/// vowel marks, misread, cut and quoted texts, and disguised programs.
///
/// ```
/// mvn -Pquality test-compile exec:exec -Dquality.main=io.neardup.quality.MadeSets \
///   -Dquality.data=folder -Dquality.seeds=3
/// ```
///
/// Writes `docs.jsonl` and `pairs.tsv` to `target/made`, to be measured with
/// `-Dquality.data=target/made`. Only texts that have no labelled pair are used, so that each has
/// one near-duplicate, its edited copy, and all other pairs are others. `quality.seeds` is the
/// number of sets of each kind, which differ in the selection of texts and in the edits; 1 by
/// default.
public final class MadeSets {

  private static final Path FOLDER = Path.of("target/made");
  private static final int DOCUMENTS = 800;
  private static final int VOCABULARY = 2_000;
  private static final List<String> POSTS = List.of("zh_sms", "en_sms", "en_tweets");
  private static final String PROGRAMS = "code_subm";
  private static final int[][] WORDS = {{5, 7}, {8, 12}, {13, 20}};
  private static final int[] PERCENT_WITH_EMOTICONS = {0, 2, 10, 33};
  private static final List<String> EMOTICONS =
      List.of("😂", "😭", "❤️", "👍", "🔥", "[哈哈]", "[泪]", "[鼓掌]");
  private static final int[] PERCENT_RESPELT = {10, 30};
  private static final String ACCENTS = "\u0300\u0301\u0302\u0303\u0308\u030A\u0323\u0327";
  private static final String LATIN = "aceopxyBHKMT";
  private static final String CYRILLIC = "асеорхуВНКМТ";
  private static final String LETTERS = "oilzeastbg";
  private static final String LEET = "0112345789";
  private static final int[] PERCENT_MISREAD = {1, 2, 5, 10};
  private static final int[] PERCENT_LEFT = {80, 60, 50, 30};
  private static final int[] WORDS_QUOTED = {45, 140};
  private static final String RECORDS = "deb_desc";
  private static final int[] PERCENT_BOILERPLATE = {50, 65, 80};
  private static final int[] SENTENCES_OF_FORM = {5, 7, 12};
  private static final int RECORD_WORDS = 12; // without the description
  private static final List<String> GREETINGS =
      List.of("Dear users,", "Hello everybody,", "Good morning,", "To all subscribers:");
  private static final List<String> NAMES =
      List.of("Ada", "Bruno", "Chen", "Dora", "Emil", "Farah", "Goran", "Hana", "Ivo", "Jun");
  private static final List<String> SURNAMES =
      List.of("Abbott", "Berger", "Costa", "Dietrich", "Evans", "Fischer", "Garcia", "Horvath");
  private static final List<String> SECTIONS =
      List.of(
          "admin", "devel", "doc", "games", "graphics", "libs", "net", "science", "sound", "text");
  private static final List<String> FORM =
      List.of(
          "we are pleased to announce that a new release of the package %s is now available from"
              + " our archive.",
          "The version is %s and the responsible maintainer is %s.",
          "A short description of what the package provides follows.",
          "%s",
          "It is part of the section %s and needs about %s kilobytes of space on your disk.",
          "Please update your systems at the next opportunity, since support for earlier releases"
              + " ends after a period of four weeks and no further corrections will be made.",
          "Should you find any problem with this release, report it by mail or in the public"
              + " tracker, and mention the output of the command together with the settings in use.",
          "As always, checksums of all files are published on the download page, signed with the key"
              + " of the archive, so that you can verify that nothing was changed on the way.",
          "Mirrors around the world will have received the files by the time you read this message,"
              + " and we ask you to prefer the one that is nearest to you.",
          "Questions about licences, translations and documentation are answered by volunteers on the"
              + " mailing list, where new helpers are welcome at any time of the year.",
          "If you no longer wish to receive announcements of this kind, change the preferences of your"
              + " account or reply with an empty message.",
          "Thank you for using our software and for your patience and continued support.");
  private static final Pattern SLOT =
      Pattern.compile("(https?://|www\\.)\\S+|\\S+@\\S+|@\\w+|[0-9]+");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Set<String> KEPT =
      Set.of(
          ("auto bool break case char class const continue default delete do double else endl enum"
                  + " false float for friend goto if include inline int long namespace new operator"
                  + " private public return short signed sizeof static std string struct switch"
                  + " template this true typedef typename unsigned using vector virtual void while"
                  + " main cin cout scanf printf bits stdc h iostream")
              .split(" "));

  private final Map<String, Kind> kinds = new TreeMap<>();
  private final SplittableRandom random;

  private MadeSets(long seed) {
    random = new SplittableRandom(seed);
  }

  public static void main(String[] arguments) throws IOException {
    LabelledTexts texts = LabelledTexts.requested();
    int seeds = Math.max(1, Integer.getInteger("quality.seeds", 1));
    Map<String, Kind> kinds = new TreeMap<>();
    for (int seed = 1; seed <= seeds; seed++) {
      int number = seed;
      of(texts, seed)
          .kinds()
          .forEach((name, kind) ->
              kinds.put(seeds == 1 ? name : LabelledTexts.part(name, number), kind));
    }
    LabelledTexts made = new LabelledTexts(kinds);
    write(made, FOLDER);
    System.out.println("Written to " + FOLDER + ": " + made.documents() + " documents.");
  }

  /// The sets made with one seed.
  static LabelledTexts of(LabelledTexts texts, long seed) {
    MadeSets made = new MadeSets(seed);
    for (String kind : POSTS) {
      List<String> posts = unlabelled(texts, kind, seed);
      for (int[] words : WORDS) {
        for (int percent : PERCENT_WITH_EMOTICONS) {
          made.posts(kind, posts, words[0], words[1], percent);
        }
      }
    }
    List<String> posts = new ArrayList<>(unlabelled(texts, "en_sms", seed));
    posts.addAll(unlabelled(texts, "en_tweets", seed));
    posts.removeIf(post -> words(post).size() < 8);
    for (int percent : PERCENT_RESPELT) {
      made.respelt("spelt_accents", posts, percent, made::accented);
      made.respelt("spelt_lookalikes", posts, percent, c -> swapped(c, LATIN, CYRILLIC));
      made.respelt("spelt_leet", posts, percent, c -> swapped(c, LETTERS, LEET));
    }
    made.slots("posts_slots", posts);
    List<String> descriptions = unrelated(texts, RECORDS, seed);
    made.templates(descriptions);
    made.respelt("vowels_hebrew", made.texts('א', 27), 30, c -> c + made.mark(0x05B0, 11));
    made.respelt("vowels_arabic", made.texts('ب', 19), 30, c -> c + made.mark(0x064B, 8));
    List<String> programs = unlabelled(texts, PROGRAMS, seed);
    made.programs("code_renamed", programs, 100, 0);
    made.programs("code_half_renamed", programs, 50, 0);
    made.programs("code_blocks", programs, 0, 5);
    made.programs("code_lines", programs, 0, 1);
    made.programs("code_disguised", programs, 100, 5);
    for (int percent : PERCENT_RESPELT) {
      made.respelt("spelt_spaces", posts, percent, c -> c + " ");
      made.respelt("spelt_zero_width", posts, percent, c -> c + "\u200B");
    }
    for (int percent : PERCENT_MISREAD) {
      made.respelt("misread", descriptions, percent, made::misread);
    }
    made.cut(descriptions, posts);
    return new LabelledTexts(made.kinds);
  }

  /// Texts of a kind without labels, in random order.
  private static List<String> unlabelled(LabelledTexts texts, String name, long seed) {
    Kind kind = texts.kinds().getOrDefault(name, LabelledTexts.emptyKind());
    boolean[] labelled = new boolean[kind.texts().size()];
    Stream.concat(kind.positives().stream(), kind.ambiguous().stream())
        .forEach(pair -> labelled[pair.a()] = labelled[pair.b()] = true);
    List<String> left = new ArrayList<>();
    for (int i = 0; i < labelled.length; i++) {
      if (!labelled[i]) {
        left.add(kind.texts().get(i));
      }
    }
    Collections.shuffle(left, new Random(seed));
    return left;
  }

  /// Texts of a kind of which no two have a label, in random order.
  private static List<String> unrelated(LabelledTexts texts, String name, long seed) {
    Kind kind = texts.kinds().getOrDefault(name, LabelledTexts.emptyKind());
    Map<Integer, Set<Integer>> labelled = new HashMap<>();
    Stream.concat(kind.positives().stream(), kind.ambiguous().stream())
        .forEach(pair -> {
          labelled.computeIfAbsent(pair.a(), unseen -> new HashSet<>()).add(pair.b());
          labelled.computeIfAbsent(pair.b(), unseen -> new HashSet<>()).add(pair.a());
        });
    List<Integer> order = new ArrayList<>(IntStream.range(0, kind.texts().size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    Set<Integer> chosen = new LinkedHashSet<>();
    for (int text : order) {
      if (Collections.disjoint(chosen, labelled.getOrDefault(text, Set.of()))) {
        chosen.add(text);
      }
    }
    return chosen.stream().map(kind.texts()::get).toList();
  }

  /// Posts of some numbers of words, and a copy of each with one edit. A share of the posts end
  /// with three to eight times the same emoticon, as their copies do.
  private void posts(String kind, List<String> texts, int from, int to, int percent) {
    String name = kind + "_" + from + "-" + to + (percent > 0 ? "_emoticons-" + percent : "");
    boolean spaces = !kind.startsWith("zh");
    texts.stream()
        .map(MadeSets::words)
        .distinct()
        .filter(words -> words.size() >= from && words.size() <= to)
        .limit(DOCUMENTS)
        .forEach(words -> {
          String end =
              random.nextInt(100) < percent
                  ? EMOTICONS.get(random.nextInt(EMOTICONS.size())).repeat(3 + random.nextInt(6))
                  : "";
          pair(name, joined(words, spaces) + end, joined(edited(words), spaces) + end);
        });
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

  /// Posts, and a copy of each in which a share of the letters is written in another way.
  private void respelt(String kind, List<String> texts, int percent, UnaryOperator<String> spelt) {
    texts.stream()
        .limit(DOCUMENTS)
        .forEach(text -> {
          StringBuilder copy = new StringBuilder();
          text.codePoints()
              .forEach(codePoint -> {
                String letter = Character.toString(codePoint);
                boolean chosen = Character.isLetter(codePoint) && random.nextInt(100) < percent;
                copy.append(chosen ? spelt.apply(letter) : letter);
              });
          pair(kind + "-" + percent, text, copy.toString());
        });
  }

  private String accented(String letter) {
    return letter + ACCENTS.charAt(random.nextInt(ACCENTS.length()));
  }

  /// As text recognition reads a letter: as another one, not at all or twice.
  private String misread(String letter) {
    return switch (random.nextInt(3)) {
      case 0 -> Character.toString('a' + random.nextInt(26));
      case 1 -> "";
      default -> letter + letter;
    };
  }

  /// Texts and their beginnings, and texts and longer ones in which they are quoted, by the share
  /// that the shorter text is of the longer one.
  ///
  /// @param fillers of which the rest of the longer texts consists, each in one of them
  private void cut(List<String> texts, List<String> fillers) {
    List<List<String>> some =
        texts.stream()
            .map(MadeSets::words)
            .filter(words -> words.size() >= WORDS_QUOTED[0] && words.size() <= WORDS_QUOTED[1])
            .distinct()
            .limit(DOCUMENTS / 2)
            .toList();
    List<String> rest = fillers.stream().flatMap(filler -> words(filler).stream()).toList();
    for (int percent : PERCENT_LEFT) {
      int from = 0;
      for (List<String> words : some) {
        String text = joined(words, true);
        pair("cut-" + percent, text, joined(words.subList(0, words.size() * percent / 100), true));
        int to = from + words.size() * (100 - percent) / percent;
        if (to <= rest.size()) {
          int middle = random.nextInt(from, to + 1);
          List<String> quoting = new ArrayList<>(rest.subList(from, middle));
          quoting.addAll(words);
          quoting.addAll(rest.subList(middle, to));
          pair("quoted-" + percent, text, joined(quoting, true));
          from = to;
        }
      }
    }
  }

  private String mark(int first, int count) {
    return Character.toString(first + random.nextInt(count));
  }

  private static String swapped(String letter, String from, String to) {
    int at = from.indexOf(letter);
    return at < 0 ? letter : to.substring(at, at + 1);
  }

  /// Posts with numbers or addresses, and a copy of each with others in their places.
  private void slots(String kind, List<String> texts) {
    texts.stream()
        .filter(text -> SLOT.matcher(text).find())
        .limit(DOCUMENTS)
        .forEach(
            text -> pair(kind, text, SLOT.matcher(text).replaceAll(slot -> other(slot.group()))));
  }

  /// Announcements of records in one form, and a copy of each with another version and greeting.
  private void templates(List<String> descriptions) {
    for (int i = 0; i < PERCENT_BOILERPLATE.length; i++) {
      int percent = PERCENT_BOILERPLATE[i];
      String form = String.join(" ", FORM.subList(0, SENTENCES_OF_FORM[i]));
      int given = words(form.replaceAll("%s", "")).size();
      int described = given * (100 - percent) / percent - RECORD_WORDS;
      descriptions.stream()
          .map(MadeSets::words)
          .filter(words -> words.size() >= described)
          .distinct()
          .limit(DOCUMENTS)
          .forEach(words -> {
            String name = words.get(random.nextInt(words.size())) + random.nextInt(100);
            String maintainer = some(NAMES) + " " + some(SURNAMES);
            String description = joined(words.subList(0, described), true);
            String section = some(SECTIONS);
            int size = 10 + random.nextInt(100_000);
            UnaryOperator<String> announcement =
                greeting ->
                    greeting
                        + " "
                        + form.formatted(name, version(), maintainer, description, section, size);
            int greeting = random.nextInt(GREETINGS.size());
            pair(
                "templates-" + percent,
                announcement.apply(GREETINGS.get(greeting)),
                announcement.apply(GREETINGS.get((greeting + 1) % GREETINGS.size())));
          });
    }
  }

  private String version() {
    return random.nextInt(20) + "." + random.nextInt(50) + "." + random.nextInt(20);
  }

  private String some(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  private String other(String slot) {
    String number = Integer.toString(random.nextInt(10_000_000));
    if (Character.isDigit(slot.charAt(0)) && !slot.contains("@")) {
      return number;
    }
    return slot.startsWith("@")
        ? "@user" + number
        : slot.contains("@") ? "m" + number + "@example.org" : "http://t.co/" + number;
  }

  /// Texts of random words of one alphabet, since no labelled ones have vowel marks.
  private List<String> texts(char first, int letters) {
    List<String> vocabulary =
        Stream.generate(() -> word(first, letters)).limit(VOCABULARY).toList();
    return Stream.generate(() ->
            Stream.generate(() -> vocabulary.get(random.nextInt(VOCABULARY)))
                .limit(20)
                .collect(Collectors.joining(" ")))
        .limit(DOCUMENTS)
        .toList();
  }

  private String word(char first, int letters) {
    return random
        .ints(2 + random.nextInt(6), 0, letters)
        .mapToObj(letter -> Character.toString(first + letter))
        .collect(Collectors.joining());
  }

  /// Programs, and a copy of each with some of its own names replaced, and blocks of lines in
  /// another order.
  ///
  /// @param lines of a block; 0 keeps the order
  private void programs(String name, List<String> texts, int percentRenamed, int lines) {
    texts.stream()
        .limit(DOCUMENTS)
        .forEach(text -> {
          String copy = renamed(text, percentRenamed);
          pair(name, text, lines == 0 ? copy : reordered(copy, lines));
        });
  }

  private String renamed(String program, int percent) {
    Map<String, String> names = new HashMap<>();
    return NAME.matcher(program)
        .replaceAll(found -> names.computeIfAbsent(found.group(), name -> renamed(percent, name)));
  }

  private String renamed(int percent, String name) {
    return KEPT.contains(name) || random.nextInt(100) >= percent
        ? name
        : "v" + random.nextInt(100_000);
  }

  private String reordered(String program, int block) {
    List<String> lines = Arrays.asList(program.split("\\R"));
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += block) {
      blocks.add(String.join("\n", lines.subList(i, Math.min(lines.size(), i + block))));
    }
    Collections.shuffle(blocks, Random.from(random));
    return String.join("\n", blocks);
  }

  private void pair(String name, String a, String b) {
    Kind kind = kinds.computeIfAbsent(name, unseen -> LabelledTexts.emptyKind());
    kind.positives().add(new Pair(kind.texts().size(), kind.texts().size() + 1));
    kind.texts().addAll(List.of(a, b));
  }

  /// Writes the documents, and their pairs of near-duplicates.
  static void write(LabelledTexts made, Path folder) throws IOException {
    JsonMapper json = new JsonMapper();
    List<String> documents = new ArrayList<>();
    List<String> pairs = new ArrayList<>(List.of("id1\tid2\tlabel"));
    made.kinds()
        .forEach((name, kind) -> {
          for (int i = 0; i < kind.texts().size(); i++) {
            documents.add(
                json.createObjectNode()
                    .put("id", name + "-" + i)
                    .put("kind", name)
                    .put("text", kind.texts().get(i))
                    .toString());
          }
          for (Pair pair : kind.positives()) {
            pairs.add(name + "-" + pair.a() + "\t" + name + "-" + pair.b() + "\t1");
          }
        });
    Files.createDirectories(folder);
    Files.write(folder.resolve("docs.jsonl"), documents);
    Files.write(folder.resolve("pairs.tsv"), pairs);
  }
}
