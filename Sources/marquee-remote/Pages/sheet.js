// Sheets: dialogs over a page.
import { $, icon, make, post, raiseMessages, showMessage } from "./page.js";

export function sheet(id, title, ...inside) {
  const dialog = make("dialog", { id, "aria-labelledby": id + "-title", onclose: sheetDidClose },
    make("div", { class: "bar" }, make("h2", { id: id + "-title" }, title),
      make("button", { class: "icon quiet", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    make("fieldset", { class: "operations", role: "none" }, ...inside));
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
export const button = (label, action, kind, more = {}) => make("button", { type: "button", class: kind, onclick: action, ...more }, label);
/** A button that is enabled only during a talk. */
export const talkButton = (label, action) => button(label, action, null, { "data-talk": true });
/** A sheet that makes pairing codes. `forAudience` returns elements to show beside a code for an observer. */
export function codeSheet(forAudience = () => [], codeDidShow = () => null) {
  const host = make("div", { role: "status" });
  async function requestCode(role) {
    let answer;
    try {
      const reply = await post("/api/code", { role });
      answer = await reply.json();
      if (!reply.ok) return host.replaceChildren(make("p", { class: "bad" }, answer.error));
    } catch {
      return showMessage("That was not sent: there is no connection.", { key: "refused", trouble: true, seconds: 4 });
    }
    host.replaceChildren(make("p", { class: "soft" }, "Open ", make("strong", {}, answer.url), " and type"), make("p", { class: "bigcode" }, answer.code),
      make("p", { class: "small soft" }, "The code works once, within ten minutes."), ...(role === "observe" ? forAudience(answer) : []));
    codeDidShow();
  }
  const dialog = sheet("device", "Pair a device", make("div", { class: "inside" },
    make("div", { class: "row" }, button("Control", () => requestCode("control"), "main"), button("View only", () => requestCode("observe"))), host));
  dialog.prepare = () => host.replaceChildren();
  return dialog;
}

// --- An open sheet is an entry of the browser's history, so Back closes the sheet and stays on the page

let isGoingBack = false;
const isSheetEntry = () => Boolean(history.state?.sheet);
export function show(dialog) {
  if (!dialog.open) dialog.showModal();
  if (!isSheetEntry()) history.pushState({ sheet: true }, "");
  raiseMessages();
  dialog.prepare?.();
}
function sheetDidClose() {
  raiseMessages();
  if (isSheetEntry() && !$("dialog[open]")) goBack();
}
function goBack() {
  if (isGoingBack) return;
  isGoingBack = true;
  history.back();
}
addEventListener("popstate", () => {
  const isOwn = isGoingBack;
  const dialog = $("dialog[open]");
  isGoingBack = false;
  // Forward leads to the entry of a closed sheet.
  if (isSheetEntry()) return dialog || goBack();
  if (!dialog) return;
  // The next sheet opened before the entry of the last one was removed.
  if (isOwn) history.pushState({ sheet: true }, ""); else dialog.close();
});
// The page was reloaded while a sheet was open.
if (isSheetEntry()) goBack();
