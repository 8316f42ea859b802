// The sheet of contents: files are put into the folder, brought into an order, and shown on a screen.
import { box } from "./box.js";
import { builders, filled, keyed } from "./care.js";
import { deeds } from "./deeds.js";
import { forgetUpload, judge, lookIntoFolder, media, size, uploads, verdictOn } from "./media.js";
import { $, all, heard, icon, make, numberOf } from "./page.js";
import { sheet } from "./sheet.js";

// Phones choose among their pictures by these.
const types = { png: ["image/png"], jpg: ["image/jpeg"], webp: ["image/webp"], gif: ["image/gif"], avif: ["image/avif"], svg: ["image/svg+xml"], pdf: ["application/pdf"] };
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
// A thumbnail, or a sign in its place; a file without one is looked at as soon as its line is seen.
function thumbnail(item) {
  const { picture, reason } = item ? verdictOn(item) : {};
  return make("span", { class: "thumb small", "data-file": item && !picture && !reason ? item.name : null },
    picture ? make("img", { src: picture, alt: "", loading: "lazy" }) : icon(reason ? "help" : "pictures"));
}
const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const item = isIntersecting && media.items?.find(item => item.name === target.dataset.file);
    if (item) judge(item);
  }
});
function uploadLine([name, { share, reason }]) {
  return make("li", {}, make("div", { class: "line" }, thumbnail(), make("span", { class: "words-of" }, make("span", { class: "cut" }, name),
    reason ? make("span", { class: "small bad" }, reason)
      : make("span", { class: "small soft" }, make("progress", { max: 1, value: share, "aria-label": `${name} is sent` }), share < 1 ? ` ${Math.floor(share * 100)} %` : " Looking at it …"))),
  ...(reason ? [keyed(`forget ${name}`, icon("close"), () => forgetUpload(name), { class: "icon quiet", "aria-label": `Out of the list: ${name}` })] : []));
}
function fileLine(item) {
  const { name, bytes } = item;
  const { reason } = verdictOn(item);
  return make("li", {}, make("div", { class: "line" }, thumbnail(item), make("span", { class: "words-of" },
    make("span", { class: "cut" }, name), make("span", { class: reason ? "small bad" : "small soft" }, reason ? `Cannot be shown: ${reason}` : size(bytes)))),
  ...(reason ? [] : [keyed(`add ${name}`, "+ Add", () => { order.push(name); changed(); }, { "aria-label": `Add ${name}` })]),
  removal(name));
}
builders.content = () => {
  const host = make("div", { class: "parts" });
  const seconds = make("input", { id: "seconds", type: "number", min: "1", max: "86400", value: "10", inputmode: "numeric" });
  const file = make("input", { id: "files", type: "file", multiple: true, onchange: async () => {
    const chosen = [...file.files];
    file.value = "";
    const sent = deeds.upload(chosen);
    // What becomes of them is in the list.
    $(".files", host).parentElement.scrollIntoView();
    await sent;
  } });
  const dialog = sheet("content", "Content", make("div", { class: "inside" },
    make("section", {}, make("label", { for: "files" }, "Put pictures and PDF files into the folder"), file),
    make("div", {}, make("label", { for: "seconds" }, "Seconds for each"), seconds), host));
  filled(dialog, host, () => {
    const names = (media.items ?? []).map(item => item.name);
    order = order.filter(name => names.includes(name));
    const rest = (media.items ?? []).filter(item => !order.includes(item.name) && !(uploads.has(item.name) && !uploads.get(item.name).reason));
    file.accept = media.kinds.flatMap(kind => [`.${kind}`, ...(types[kind] ?? [])]).join();
    return [
      make("section", {}, make("h3", {}, "Shown in this order"), make("ol", { class: "list" }, ...order.map((name, place) => make("li", {},
        make("div", { class: "line" }, thumbnail(media.items.find(item => item.name === name)), make("span", { class: "cut" }, `${place + 1}. ${name}`)),
        keyed(`up ${name}`, "↑", () => move(name, -1), { "aria-label": `Earlier: ${name}`, disabled: place === 0 }),
        keyed(`down ${name}`, "↓", () => move(name, 1), { "aria-label": `Later: ${name}`, disabled: place === order.length - 1 }),
        keyed(`out ${name}`, icon("close"), () => { order = order.filter(one => one !== name); changed(); }, { class: "icon", "aria-label": `Out of the order: ${name}` })))),
      ...(order.length ? [make("div", { class: "choices" }, ...box.screens.map(screen =>
        keyed(`show ${screen.name}`, `Show on ${screen.name}`, () => {
          const each = numberOf(seconds, "Seconds for each");
          return each && deeds.showFiles(screen.name, order, each);
        }, { class: "main" })))]
        : [make("p", { class: "soft" }, "Nothing yet: add some of the files below.")])),
      make("section", {}, make("h3", {}, "In the folder"), make("p", { class: "soft small" }, media.folder), make("ul", { class: "list files" }, ...[...uploads].map(uploadLine), ...rest.map(fileLine)),
      ...(media.items?.length || uploads.size ? [] : [make("p", { class: "soft" }, "No pictures or PDF files are there.")])),
    ];
  }, () => {
    seen.disconnect();
    for (const line of all("[data-file]", host)) seen.observe(line);
  });
  const fill = dialog.prepare;
  dialog.prepare = () => { fill(); lookIntoFolder(); };
  return dialog;
};
