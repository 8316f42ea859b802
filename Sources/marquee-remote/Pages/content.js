// The content sheet: a person uploads files, puts them into an order, and shows them on a screen.
import { model } from "./model.js";
import { builders, fillWhileOpen, keyedButton } from "./screen-sheets.js";
import { operations } from "./operations.js";
import { checkFile, checkResult, loadFolder, media, removeUpload, size, uploads } from "./media.js";
import { $, all, called, icon, make, notifyChange, numberOf } from "./page.js";
import { sheet } from "./sheet.js";

// Phones offer their pictures by these types.
const types = { png: ["image/png"], jpg: ["image/jpeg"], webp: ["image/webp"], gif: ["image/gif"], avif: ["image/avif"], heic: ["image/heic"], heif: ["image/heif"], svg: ["image/svg+xml"], pdf: ["application/pdf"], mp4: ["video/mp4"], m4v: ["video/mp4"], mov: ["video/quicktime"], mkv: ["video/x-matroska"], webm: ["video/webm"] };
/** The types for a file chooser. */
export const accepted = () => media.kinds.flatMap(kind => [`.${kind}`, ...(types[kind] ?? [])]).join();
let order = [];
// The file whose deletion needs a second press.
let unconfirmed = null;
let confirmTimer;
const changed = () => notifyChange();
function move(name, by) {
  const place = order.indexOf(name);
  const other = place + by;
  if (other < 0 || other >= order.length) return;
  [order[place], order[other]] = [order[other], order[place]];
  changed();
}
function removal(name) {
  if (unconfirmed === name) return keyedButton(`remove ${name}`, "Really?", event => {
    // The second click of a double click confirms nothing.
    if (event.detail > 1) return;
    unconfirmed = null;
    operations.remove(name);
  }, { class: "danger", "aria-label": `Really delete ${name}` });
  return keyedButton(`remove ${name}`, "Delete", () => {
    unconfirmed = name;
    changed();
    clearTimeout(confirmTimer);
    confirmTimer = setTimeout(() => { unconfirmed = null; changed(); }, 5000);
  }, { class: "danger", "aria-label": `Delete ${name}` });
}
// A thumbnail, or a placeholder. The daemon checks a file as soon as its line is visible.
function thumbnail(item) {
  const { picture, reason } = item ? checkResult(item) : {};
  return make("span", { class: "thumb small", "data-file": item && !picture && !reason ? item.name : null },
    picture ? make("img", { src: picture, alt: "", loading: "lazy" }) : icon(reason ? "help" : "pictures"));
}
const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const item = isIntersecting && media.items?.find(item => item.name === target.dataset.file);
    if (item) checkFile(item);
  }
});
function uploadLine([name, { share, reason }]) {
  return make("li", {}, make("div", { class: "line" }, thumbnail(), make("span", { class: "file-text" }, make("span", { class: "cut" }, name),
    reason ? make("span", { class: "small bad" }, reason)
      : make("span", { class: "small soft" }, make("progress", { max: 1, value: share, "aria-label": `Upload of ${name}` }), share < 1 ? ` ${Math.floor(share * 100)} %` : " Checking …"))),
  ...(reason ? [keyedButton(`forget ${name}`, icon("close"), () => removeUpload(name), { class: "icon quiet", "aria-label": `Remove from the list: ${name}` })] : []));
}
function fileLine(item) {
  const { name, bytes } = item;
  const { reason, note } = checkResult(item);
  return make("li", {}, make("div", { class: "line" }, thumbnail(item), make("span", { class: "file-text" },
    make("span", { class: "cut" }, name), make("span", { class: reason ? "small bad" : "small soft" }, reason ? `Cannot be shown: ${reason}` : size(bytes)),
    ...(note ? [make("span", { class: "small bad" }, note)] : []))),
  ...(reason ? [] : [keyedButton(`add ${name}`, "+ Add", () => { order.push(name); changed(); }, { "aria-label": `Add ${name}` })]),
  removal(name));
}
builders.content = () => {
  const host = make("div", { class: "parts" });
  const seconds = make("input", { id: "seconds", type: "number", min: "1", max: "86400", value: "10", inputmode: "numeric" });
  const file = make("input", { id: "files", type: "file", multiple: true, onchange: async () => {
    const chosen = [...file.files];
    file.value = "";
    const sent = operations.upload(chosen);
    // The list shows the progress and the result of each upload.
    $(".files", host).parentElement.scrollIntoView();
    await sent;
  } });
  const dialog = sheet("content", "Content", make("div", { class: "inside" },
    make("section", {}, make("label", { for: "files" }, "Add pictures, videos and PDF files to the folder"), file),
    make("div", {}, make("label", { for: "seconds" }, "Seconds for each"), seconds), host));
  fillWhileOpen(dialog, host, () => {
    const names = (media.items ?? []).map(item => item.name);
    order = order.filter(name => names.includes(name));
    const rest = (media.items ?? []).filter(item => !order.includes(item.name) && !(uploads.has(item.name) && !uploads.get(item.name).reason));
    file.accept = accepted();
    return [
      make("section", {}, make("h3", {}, "Shown in this order"), make("ol", { class: "list" }, ...order.map((name, place) => make("li", {},
        make("div", { class: "line" }, thumbnail(media.items.find(item => item.name === name)), make("span", { class: "cut" }, `${place + 1}. ${name}`)),
        keyedButton(`up ${name}`, "↑", () => move(name, -1), { "aria-label": `Earlier: ${name}`, disabled: place === 0 }),
        keyedButton(`down ${name}`, "↓", () => move(name, 1), { "aria-label": `Later: ${name}`, disabled: place === order.length - 1 }),
        keyedButton(`out ${name}`, icon("close"), () => { order = order.filter(item => item !== name); changed(); }, { class: "icon", "aria-label": `Remove from the order: ${name}` })))),
      ...(order.length ? [make("div", { class: "choices" }, ...model.screens.map(screen =>
        keyedButton(`show ${screen.name}`, `Show on ${called(screen.label, screen.name)}`, () => {
          const each = numberOf(seconds, "Seconds for each");
          return each && operations.showFiles(screen.name, order, each);
        }, { class: "main" })))]
        : [make("p", { class: "soft" }, "Nothing yet: add some of the files below.")])),
      make("section", {}, make("h3", {}, "In the folder"), make("p", { class: "soft small" }, media.folder), make("ul", { class: "list files" }, ...[...uploads].map(uploadLine), ...rest.map(fileLine)),
      ...(media.items?.length || uploads.size ? [] : [make("p", { class: "soft" }, "The folder has no pictures or PDF files.")])),
    ];
  }, () => {
    seen.disconnect();
    for (const line of all("[data-file]", host)) seen.observe(line);
  });
  const fill = dialog.prepare;
  dialog.prepare = () => { fill(); loadFolder(); };
  return dialog;
};
