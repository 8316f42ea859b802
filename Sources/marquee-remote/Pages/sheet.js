// Sheets over a page.
import { $, icon, make, post, raiseWords, tell } from "./page.js";

/** A sheet that can be opened; what is said meanwhile is in it, and afterwards on the page. */
export function sheet(id, title, ...inside) {
  const dialog = make("dialog", { id, "aria-labelledby": id + "-title", onclose: closed },
    make("div", { class: "bar" }, make("h2", { id: id + "-title" }, title),
      make("button", { class: "icon quiet", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    make("fieldset", { class: "deeds", role: "none" }, ...inside));
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
export const button = (label, action, kind, more = {}) => make("button", { type: "button", class: kind, onclick: action, ...more }, label);
/** The same for what is done in a talk. */
export const talkButton = (label, action) => button(label, action, null, { "data-talk": true });
/** A sheet that makes codes for other devices; `forAudience` is what is offered beside the code of one that looks on. */
export function codeSheet(forAudience = () => [], shownNow = () => null) {
  const host = make("div", { role: "status" });
  async function ask(role) {
    let answer;
    try {
      const reply = await post("/api/code", { role });
      answer = await reply.json();
      if (!reply.ok) return host.replaceChildren(make("p", { class: "bad" }, answer.error));
    } catch {
      return tell("That was not sent: there is no connection.", { key: "refused", trouble: true, seconds: 4 });
    }
    host.replaceChildren(make("p", { class: "soft" }, "Open ", make("strong", {}, answer.url), " and type"), make("p", { class: "bigcode" }, answer.code),
      make("p", { class: "small soft" }, "It works once, within ten minutes."), ...(role === "observe" ? forAudience(answer) : []));
    shownNow();
  }
  const dialog = sheet("device", "Pair a device", make("div", { class: "inside" },
    make("div", { class: "row" }, button("To control", () => ask("control"), "main"), button("To look on", () => ask("observe"))), host));
  dialog.prepare = () => host.replaceChildren();
  return dialog;
}

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
