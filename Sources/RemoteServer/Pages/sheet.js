// Sheets over a page.
import { $, icon, make, raiseWords } from "./page.js";

/** A sheet that can be opened; what is said meanwhile is in it, and afterwards on the page. */
export function sheet(id, title, ...inside) {
  const dialog = make("dialog", { id, "aria-labelledby": id + "-title", onclose: closed },
    make("div", { class: "bar" }, make("h2", { id: id + "-title" }, title),
      make("button", { class: "icon quiet", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))), ...inside);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
export const button = (label, action, kind, more = {}) => make("button", { type: "button", class: kind, onclick: action, ...more }, label);
/** The same for what is done in a talk. */
export const talkButton = (label, action) => button(label, action, null, { "data-talk": true });

// --- An open sheet is a step of the browser's history: Back closes it and stays on the page.

let returning = false;
const isStep = () => Boolean(history.state?.sheet);
/** Opens a sheet. */
export function show(dialog) {
  if (!dialog.open) dialog.showModal();
  if (!isStep()) history.pushState({ sheet: true }, "");
  raiseWords();
  dialog.prepare?.();
}
function closed() {
  raiseWords();
  if (isStep() && !$("dialog[open]")) goBack();
}
function goBack() {
  if (returning) return;
  returning = true;
  history.back();
}
addEventListener("popstate", () => {
  const isOwn = returning;
  const dialog = $("dialog[open]");
  returning = false;
  // Forward leads to a sheet that is closed.
  if (isStep()) return dialog || goBack();
  if (!dialog) return;
  // The next sheet was opened before the step of the last one was taken back.
  if (isOwn) history.pushState({ sheet: true }, ""); else dialog.close();
});
// The page was loaded again while a sheet was open.
if (isStep()) goBack();
