// The sheet of contents: files are put into the folder, brought into an order, and shown on a screen.
import { box } from "./box.js";
import { builders, filled, keyed } from "./care.js";
import { deeds } from "./deeds.js";
import { lookIntoFolder, media, size } from "./media.js";
import { heard, icon, make, numberOf } from "./page.js";
import { sheet } from "./sheet.js";

let order = [];
// The file of which is asked whether it is to be deleted.
let doubted = null;
let doubt;
const changed = () => heard.forEach(handler => handler());
function move(name, by) {
  const place = order.indexOf(name);
  const other = place + by;
  if (other < 0 || other >= order.length) return;
  [order[place], order[other]] = [order[other], order[place]];
  changed();
}
function removal(name) {
  if (doubted === name) return keyed(`remove ${name}`, "Really?", event => {
    // The second click of a double click has not read that.
    if (event.detail > 1) return;
    doubted = null;
    deeds.remove(name);
  }, { class: "danger", "aria-label": `Really delete ${name}` });
  return keyed(`remove ${name}`, "Delete", () => {
    doubted = name;
    changed();
    clearTimeout(doubt);
    doubt = setTimeout(() => { doubted = null; changed(); }, 5000);
  }, { class: "danger", "aria-label": `Delete ${name}` });
}
builders.content = () => {
  const host = make("div", { class: "parts" });
  const seconds = make("input", { id: "seconds", type: "number", min: "1", max: "86400", value: "10", inputmode: "numeric" });
  const file = make("input", { id: "files", type: "file", multiple: true, onchange: async () => {
    for (const one of [...file.files]) await deeds.upload(one);
    file.value = "";
  } });
  const dialog = sheet("content", "Content", make("div", { class: "inside" },
    make("section", {}, make("label", { for: "files" }, "Put pictures and PDF files into the folder"), file),
    make("div", {}, make("label", { for: "seconds" }, "Seconds for each"), seconds), host));
  filled(dialog, host, () => {
    const names = (media.items ?? []).map(item => item.name);
    order = order.filter(name => names.includes(name));
    const rest = (media.items ?? []).filter(item => !order.includes(item.name));
    return [
      make("section", {}, make("h3", {}, "Shown in this order"), make("ol", { class: "list" }, ...order.map((name, place) => make("li", {},
        make("span", { class: "cut" }, `${place + 1}. ${name}`),
        keyed(`up ${name}`, "↑", () => move(name, -1), { "aria-label": `Earlier: ${name}`, disabled: place === 0 }),
        keyed(`down ${name}`, "↓", () => move(name, 1), { "aria-label": `Later: ${name}`, disabled: place === order.length - 1 }),
        keyed(`out ${name}`, icon("close"), () => { order = order.filter(one => one !== name); changed(); }, { class: "icon", "aria-label": `Out of the order: ${name}` })))),
      ...(order.length ? [make("div", { class: "choices" }, ...box.screens.map(screen =>
        keyed(`show ${screen.name}`, `Show on ${screen.name}`, () => {
          const each = numberOf(seconds, "Seconds for each");
          return each && deeds.showFiles(screen.name, order, each);
        }, { class: "main" })))]
        : [make("p", { class: "soft" }, "Nothing yet: add some of the files below.")])),
      make("section", {}, make("h3", {}, "In the folder"), make("p", { class: "soft small" }, media.folder), make("ul", { class: "list" }, ...rest.map(({ name, bytes }) => make("li", {},
        make("span", { class: "cut" }, name, make("span", { class: "soft small" }, ` ${size(bytes)}`)),
        keyed(`add ${name}`, "+ Add", () => { order.push(name); changed(); }, { "aria-label": `Add ${name}` }),
        removal(name)))),
      ...(media.items?.length ? [] : [make("p", { class: "soft" }, "No pictures or PDF files are there.")])),
    ];
  });
  const fill = dialog.prepare;
  dialog.prepare = () => { fill(); lookIntoFolder(); };
  return dialog;
};
