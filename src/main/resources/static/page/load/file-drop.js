// A place to drop a file, or to choose one.
import { Caller, h } from "../elements.js";
import { t } from "../words.js";

/** `onFile` gets the file. */
export class FileDrop extends Caller {
  state = { over: false, chosen: "" };

  render({ onFile, disabled, name = "file", words = t("load.drop") }, { over, chosen }) {
    const take = (file) => {
      if (file && !disabled) {
        this.setState({ chosen: file.name });
        onFile(file);
      }
    };
    return h("label", {
      class: "drop" + (over ? " over" : ""),
      onDragOver: (e) => {
        e.preventDefault();
        this.setState({ over: true });
      },
      onDragLeave: () => this.setState({ over: false }),
      onDrop: (e) => {
        e.preventDefault();
        this.setState({ over: false });
        take(e.dataTransfer.files[0]);
      },
    },
      words,
      h("span", { class: "pick" }, t("load.choose")),
      h("bdi", null, chosen),
      h("input", { type: "file", name, accept: ".ndjson,.jsonl,.json,.csv,.tsv,.txt,.html,.htm,.mbox,.gz", disabled, onChange: (e) => take(e.currentTarget.files[0]) }));
  }
}
