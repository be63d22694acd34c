package io.neardup.web.ndjson;

import io.neardup.records.CsvRecordEnds;
import io.neardup.records.DelimitedFields;
import io.neardup.records.RecordCutter;
import io.neardup.records.RecordEnds;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.json.CallParameters;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.StreamMediaTypes;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/// A body with many requests, one per record: in NDJSON, or in CSV whose first record names the
/// columns. A line `sep=;` before it, as Excel writes it, names another delimiter than a comma.
///
/// @param lines finds the records
/// @param reader parses them
public record RecordStream<T>(LineReader lines, RequestRecords<T> reader) {

  /// Opens the body of a request, and reads the header of CSV.
  ///
  /// @param type the class of the requests
  /// @param limits the maximum size of a record
  /// @param memory reserves memory for long records
  /// @param stopping whether to stop reading
  /// @throws RequestException if a parameter or the header is invalid
  public static <T> RecordStream<T> open(
      HttpServletRequest request,
      JsonMapper mapper,
      Class<T> type,
      FileFields fields,
      RequestLimits limits,
      Share memory,
      BooleanSupplier stopping)
      throws IOException {
    fields.requireValid();
    int maxBytes = limits.bodyBytes();
    String contentType = request.getContentType();
    boolean csv = StreamMediaTypes.isCsv(contentType);
    if (csv) {
      requireReadable(contentType);
    }
    CsvRecordEnds ends = new CsvRecordEnds();
    LineReader lines =
        new LineReader(
            request.getInputStream(), maxBytes, memory, stopping, csv ? ends : RecordEnds.LINES);
    FieldMapping mapping = new FieldMapping(type, fields, CallParameters.of(request), !csv);
    return new RecordStream<>(
        lines,
        new RequestRecords<>(
            mapper, type, mapping, csv ? csv(lines, ends, mapping, maxBytes) : null));
  }

  private static CsvRecords csv(
      LineReader lines, CsvRecordEnds ends, FieldMapping mapping, int maxBytes) throws IOException {
    char delimiter = ',';
    RecordCutter.Result first = lines.next();
    if (first == RecordCutter.Result.RECORD) {
      Character named =
          DelimitedFields.named(lines.bytes(), lines.start(), lines.start() + lines.length());
      if (named != null) {
        delimiter = named;
        ends.separateBy(delimiter);
        first = lines.next();
      }
    }
    return switch (first) {
      case RECORD ->
          new CsvRecords(mapping, delimiter, lines.bytes(), lines.start(), lines.length());
      case BROKEN, NO_MEMORY -> throw lines.refusal();
      case TOO_LONG ->
          throw new RequestException(
              Fault.TOO_LARGE,
              "header",
              "must have at most " + maxBytes + " bytes; is a quote left open?");
      case STOPPED ->
          throw new RequestException(
              Fault.UNAVAILABLE, "body", "is not read, as the service stops; send it again");
      case END ->
          throw RequestException.invalid(
              "header", "is missing; the first line must name the columns");
    };
  }

  /// Rejects parameters of `text/csv` (RFC 4180, RFC 7111) that are not supported.
  private static void requireReadable(String contentType) {
    try {
      MediaType type = MediaType.parseMediaType(contentType);
      if (type.getCharset() != null && !type.getCharset().equals(StandardCharsets.UTF_8)) {
        throw RequestException.invalid(
            HttpHeaders.CONTENT_TYPE,
            "must have charset=utf-8 or none, was '" + contentType + "'; convert the file");
      }
      if ("absent".equals(type.getParameter("header"))) {
        throw RequestException.invalid(
            HttpHeaders.CONTENT_TYPE,
            "must not have header=absent, as the first line must name the columns");
      }
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(
          HttpHeaders.CONTENT_TYPE, "must be text/csv, was '" + contentType + "'");
    }
  }
}
