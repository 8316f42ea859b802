// Sheets over a page.
import { icon, make, raiseWords } from "./page.js";

/** A sheet that can be opened; what is said meanwhile is in it, and afterwards on the page. */
export function sheet(id, title, ...inside) {
  const dialog = make("dialog", { id, "aria-labelledby": id + "-title", onclose: raiseWords },
    make("div", { class: "bar" }, make("h2", { id: id + "-title" }, title),
      make("button", { class: "icon quiet", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))), ...inside);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
export const button = (label, action, kind) => make("button", { type: "button", class: kind, onclick: action }, label);
