// The sheet for a new talk: a person chooses or uploads a PDF file of the folder, and presents it.
import { checkFile, checkResult, loadFolder, media, uploadFile, uploads } from "./media.js";
import { make, onState, post, refill, showMessage } from "./page.js";
import { button, sheet } from "./sheet.js";
import { openPairing } from "./stream.js";

const isDeck = name => name.toLowerCase().endsWith(".pdf");
let chosen = null;
let running = null;

/** Starts the talk with the chosen file. Returns whether it has begun. */
async function start(replace) {
  try {
    // The daemon opens the deck, and its notes may be long.
    const reply = await post("/api/present", { name: chosen, ...(replace ? { replace } : {}) }, 30_000);
    if (reply.status === 401) openPairing();
    const answer = await reply.json();
    if (reply.ok) {
      if (answer.note) showMessage(answer.note, { seconds: 8 });
      return true;
    }
    if (reply.status === 409) running = answer.title;
    else showMessage(answer.error, { key: "refused", trouble: true, seconds: 8 });
  } catch {
    showMessage("That was not sent: there is no connection.", { key: "refused", trouble: true, seconds: 6 });
  }
  return false;
}
export function presentSheet() {
  const host = make("div", { class: "parts" });
  const file = make("input", { id: "deck-file", type: "file", accept: ".pdf,application/pdf", onchange: async () => {
    const [one] = file.files;
    file.value = "";
    if (one && await uploadFile(one)) { chosen = one.name; running = null; fill(); }
  } });
  const present = button("Present", async () => { if (await start(false)) dialog.close(); else fill(); }, "main");
  const dialog = sheet("present", "Present", make("div", { class: "inside" }, host,
    make("section", {}, make("label", { for: "deck-file" }, "Upload a PDF file"), file)), make("div", { class: "row foot" }, present));
  function fill() {
    if (!dialog.open) return;
    const decks = (media.items ?? []).filter(item => isDeck(item.name) && !uploads.has(item.name));
    if (!decks.some(item => item.name === chosen)) chosen = null;
    const name = (text, small) => make("span", { class: "file-text" }, make("span", { class: "cut", dir: "auto" }, text), ...(small ? [small] : []));
    refill(host,
      ...(running === null ? [] : [make("section", { class: "paper warn", role: "alert" }, make("p", {}, `A talk is going on: ${running}. It ends if you present ${chosen}.`), make("div", { class: "row" },
        button("Keep that talk", () => { running = null; fill(); }), button("End it and present", async () => { if (await start(true)) dialog.close(); else fill(); }, "danger")))]),
      make("section", {}, make("h3", {}, "Choose a PDF file"), make("ul", { class: "list decks" },
        ...[...uploads].filter(([upload]) => isDeck(upload)).map(([upload, { share, reason }]) => make("li", {}, name(upload,
          make("span", { class: reason ? "small bad" : "small soft" }, reason ?? (share < 1 ? `${Math.floor(share * 100)} %` : "Checking …"))))),
        ...decks.map(item => {
          checkFile(item);
          const { picture, reason } = checkResult(item);
          return make("li", {}, make("button", { type: "button", class: "deck", "aria-pressed": String(chosen === item.name), "data-key": item.name, disabled: Boolean(reason), onclick: () => { chosen = item.name; running = null; fill(); } },
            make("span", { class: "thumb small" }, ...(picture ? [make("img", { src: picture, alt: "" })] : [])), name(item.name, reason && make("span", { class: "small bad" }, reason))));
        })), ...(decks.length ? [] : [make("p", { class: "soft" }, "The folder has no PDF file. Upload one.")])));
    present.disabled = !chosen || running !== null;
  }
  onState(fill);
  dialog.prepare = () => { running = null; loadFolder(); fill(); };
  return dialog;
}
