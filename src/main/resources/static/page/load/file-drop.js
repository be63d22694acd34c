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
    const drag = (isOver, dropped) => (e) => {
      e.preventDefault();
      this.setState({ over: isOver });
      dropped?.(e.dataTransfer.files[0]);
    };
    return h("label", { class: "drop" + (over ? " over" : ""), onDragOver: drag(true), onDragLeave: drag(false), onDrop: drag(false, take) },
      words,
      h("span", { class: "pick" }, t("load.choose")),
      h("bdi", null, chosen),
      h("input", { type: "file", name, accept: ".ndjson,.jsonl,.json,.csv,.tsv,.txt,.html,.htm,.mbox,.gz", disabled, onChange: (e) => take(e.currentTarget.files[0]) }));
  }
}
