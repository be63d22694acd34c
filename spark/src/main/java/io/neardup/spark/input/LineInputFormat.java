package io.neardup.spark.input;

import io.neardup.records.FieldReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.LineReader;
import org.apache.spark.io.HadoopCodecStreams;
import org.jspecify.annotations.Nullable;

/// The lines of files, with the byte at which each begins. Blank lines are left out.
///
/// Unlike Hadoop's own format, it leaves out no long line: it returns the first bytes of it, one
/// more than [FieldReader#MAX_RECORD_BYTES], so that the line can be counted. Only line feeds end
/// lines.
public final class LineInputFormat extends FileInputFormat<LongWritable, Text> {

  /// Public for Hadoop.
  public LineInputFormat() {}

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return !isCompressed(context.getConfiguration(), file);
  }

  @Override
  protected List<FileStatus> listStatus(JobContext job) throws IOException {
    return super.listStatus(job); // for the classes of this package
  }

  @Override
  public RecordReader<LongWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Lines();
  }

  private static boolean isCompressed(Configuration configuration, Path file) {
    return HadoopCodecStreams.getDecompressionCodec(configuration, file).isDefined();
  }

  private static final class Lines extends RecordReader<LongWritable, Text> {

    private static final byte[] LINE_FEED = "\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 1 << 16;

    private final LongWritable place = new LongWritable();
    private final Text line = new Text();
    private @Nullable LineReader lines;
    private long start;
    private long end; // lines that begin before it belong to the split
    private long at;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit part = (FileSplit) split;
      Configuration configuration = context.getConfiguration();
      Path file = part.getPath();
      start = part.getStart();
      boolean isCompressed = isCompressed(configuration, file);
      end = isCompressed ? Long.MAX_VALUE : start + part.getLength();
      InputStream in;
      if (isCompressed) {
        in = HadoopCodecStreams.createInputStream(configuration, file);
      } else {
        FSDataInputStream bytes = file.getFileSystem(configuration).open(file);
        bytes.seek(Math.max(0, start - 1));
        in = bytes;
      }
      LineReader reader = new LineReader(in, BUFFER, LINE_FEED);
      lines = reader;
      at = start;
      if (start > 0) { // the end of the line in which the split begins, if only its line feed
        at = start - 1 + reader.readLine(new Text(), 0);
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      LineReader reader = lines;
      while (reader != null && at < end) {
        place.set(at);
        int read = reader.readLine(line, FieldReader.MAX_RECORD_BYTES + 1);
        at += read;
        if (read == 0) {
          return false;
        }
        if (!isBlank()) {
          return true;
        }
      }
      return false;
    }

    private boolean isBlank() {
      for (int i = 0; i < line.getLength(); i++) {
        byte b = line.getBytes()[i];
        if (b != ' ' && b != '\t' && b != '\r') {
          return false;
        }
      }
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return place;
    }

    @Override
    public Text getCurrentValue() {
      return line;
    }

    @Override
    public float getProgress() {
      return end == Long.MAX_VALUE || end == start
          ? 0
          : Math.min(1, (float) (at - start) / (end - start));
    }

    @Override
    public void close() throws IOException {
      if (lines != null) {
        lines.close();
      }
    }
  }
}
