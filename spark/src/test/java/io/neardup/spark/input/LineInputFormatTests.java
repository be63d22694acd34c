package io.neardup.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.records.FieldReader;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineInputFormatTests {

  @TempDir Path folder;

  private static Map<Long, Integer> lengths(Path file, long splitBytes) throws Exception {
    Job job = Job.getInstance(new Configuration());
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(file.toString()));
    FileInputFormat.setMaxInputSplitSize(job, splitBytes);
    LineInputFormat format = new LineInputFormat();
    Map<Long, Integer> lengths = new TreeMap<>();
    for (InputSplit split : format.getSplits(job)) {
      TaskAttemptContextImpl context =
          new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
      try (RecordReader<LongWritable, Text> lines = format.createRecordReader(split, context)) {
        lines.initialize(split, context);
        while (lines.nextKeyValue()) {
          assertThat(lengths.put(lines.getCurrentKey().get(), lines.getCurrentValue().getLength()))
              .as("each line once")
              .isNull();
        }
      }
    }
    return lengths;
  }

  @Test
  void readsEachLineOnceHoweverTheFileIsDivided() throws Exception {
    Path file = folder.resolve("lines.jsonl");
    StringBuilder content = new StringBuilder("\n");
    Map<Long, Integer> expected = new TreeMap<>();
    for (int line = 0; line < 200; line++) {
      int length = line * 7 % 23;
      if (length > 0) {
        expected.put((long) content.length(), length);
      }
      content.append("x".repeat(length)).append(line == 199 ? "" : "\n");
    }
    Files.writeString(file, content);

    for (long splitBytes = 1; splitBytes < 60; splitBytes++) {
      assertThat(lengths(file, splitBytes)).isEqualTo(expected);
    }
  }

  @Test
  void returnsTheBeginningOfALineThatIsTooLong() throws Exception {
    Path file = folder.resolve("long.jsonl");
    int length = FieldReader.MAX_RECORD_BYTES + 1_000;
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write("first\n");
      String mebibyte = "y".repeat(1 << 20);
      for (int i = 0; i < FieldReader.MAX_RECORD_BYTES >> 20; i++) {
        writer.write(mebibyte);
      }
      writer.write("y".repeat(1_000) + "\nlast");
    }

    assertThat(lengths(file, 16 << 20))
        .isEqualTo(Map.of(0L, 5, 6L, FieldReader.MAX_RECORD_BYTES + 1, 6L + length + 1, 4));
  }
}
