package io.neardup.web.json;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Query parameters that map the fields of the records of a stream.
@QueryRecord
public record FileParameters(
    @Parameter(
            description =
                "Of streams: the field, or the CSV column, that contains the text; text by default.")
        @Nullable String textField,
    @Parameter(
            description =
                "Of streams: the field that becomes the id, in lookups the ref that answers repeat; a"
                    + " string or a whole number.")
        @Nullable String idField,
    @Parameter(
            description =
                "Of streams: the treatment of fields that requests do not have. metadata: they are"
                    + " added to the metadata of the document; ignore: they are ignored; refuse (the"
                    + " default): the record is refused, of CSV the file. Calls that store nothing"
                    + " treat metadata as ignore.",
            schema =
                @Schema(
                    type = "string",
                    allowableValues = {"metadata", "ignore", "refuse"}))
        @Nullable String otherFields) {}
