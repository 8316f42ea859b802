// The sheet of what a screen plays: a person sorts the items, sets their times, adds and removes files, previews the list and shows it.
import { model } from "./model.js";
import { builders, keyedButton, subject } from "./screen-sheets.js";
import { checkFile, checkResult, loadFolder, media, uploadFile, uploads } from "./media.js";
import { $, all, announce, called, icon, make, onState, post, refill, setText, showMessage } from "./page.js";
import { sheet } from "./sheet.js";
import { openPairing } from "./stream.js";
import { accepted } from "./content.js";

const days = { mon: "Mon", tue: "Tue", wed: "Wed", thu: "Thu", fri: "Fri", sat: "Sat", sun: "Sun" };
// The list on the page. Each row has a key; `isChanged` is true until the list is shown.
let draft = null;
let nextKey = 0;
let isAdding = false;
let isDragging = false;
let preview = null;
let fill = () => null;

/** The name of a screen with its connector. */
const nameOf = name => called(model.screens.find(screen => screen.name === name)?.label, name);
/** The reply of the server, or null if the page shows why there is none. A conflict is a reply. */
async function replyOf(request) {
  try {
    const reply = await request;
    if (reply.status === 401) openPairing();
    const answer = await reply.json();
    if (reply.ok || reply.status === 409) return { ...answer, isConflict: reply.status === 409 };
    showMessage(answer.error, { key: "refused", trouble: true, seconds: 8 });
  } catch {
    showMessage("That was not sent: there is no connection.", { key: "refused", trouble: true, seconds: 6 });
  }
  return null;
}
/** Loads what a screen plays, and forgets changes that were not shown. */
async function load(screen) {
  draft = { screen, rows: [], isLoading: true };
  preview = null;
  fill();
  const answer = await replyOf(fetch(`/api/plays?screen=${encodeURIComponent(screen)}`));
  if (draft.screen !== screen) return;
  draft = answer
    ? { screen, ...answer, rows: answer.rows.map(row => ({ ...row, key: ++nextKey })), isChanged: false }
    : { screen, rows: [], isFailed: true };
  fill();
}
function change(edit) {
  edit?.();
  draft.isChanged = true;
  preview = null;
  fill();
}
function move(row, by) {
  const place = draft.rows.indexOf(row);
  if (!draft.rows[place + by]) return;
  change(() => { draft.rows.splice(place, 1); draft.rows.splice(place + by, 0, row); });
  announce(`${row.title} is number ${place + by + 1} of ${draft.rows.length}.`);
}
function add(name) {
  const isDeck = name.toLowerCase().endsWith(".pdf");
  const isVideo = /\.(mp4|m4v|mov|mkv|webm)$/i.test(name);
  const row = { key: ++nextKey, file: name, title: name, seconds: isDeck ? draft.usual : null, unit: isDeck ? "page" : draft.kind === "playlist" && !isVideo ? "item" : null, weekdays: [] };
  // A schedule shows an added file only in its hours.
  if (draft.kind === "schedule") row.isOpen = true;
  change(() => draft.rows.push(row));
  announce(`${name} is number ${draft.rows.length}.`);
}
const wishes = () => draft.rows.map(({ id, file, seconds, weekdays, from, to }) => ({ id, file, seconds: seconds ?? undefined, weekdays, from: from || undefined, to: to || undefined }));
const request = more => replyOf(post("/api/plays", { screen: draft.screen, version: draft.version, rows: wishes(), ...more }, 20_000));
/** Shows the list on the screen. `replaces` names another content that the person has agreed to replace. */
async function apply(replaces) {
  const shown = draft;
  const answer = await request(replaces ? { replaces } : {});
  if (!answer || draft !== shown) return;
  if (answer.isConflict) {
    draft.conflict = answer;
    return fill();
  }
  showMessage(answer.note ?? `${nameOf(draft.screen)} plays this list.`, { seconds: 6 });
  await load(draft.screen);
}
async function loadPreview(at) {
  const shown = draft;
  const answer = await request({ at });
  if (!answer || draft !== shown) return;
  preview = { at, ...answer };
  fill();
  const picture = $("#playlist .preview img");
  await picture?.decode().catch(() => null);
  $("#playlist .preview")?.scrollIntoView({ block: "nearest" });
  announce(previewText());
}
const timeOf = text => text.slice(11);
const dayOf = (text, options = { weekday: "long" }) => new Date(`${text.slice(0, 10)}T12:00Z`).toLocaleDateString("en", { ...options, timeZone: "UTC" });
function previewText() {
  const until = !preview.until ? "for good"
    : `until ${preview.until.slice(0, 10) === preview.at.slice(0, 10) ? "" : `${dayOf(preview.until)} `}${timeOf(preview.until)}`;
  return `${dayOf(preview.at)} ${timeOf(preview.at)}: ${preview.shows}, ${until}`;
}

// --- The rows

const hoursText = row => {
  const chosen = Object.keys(days).filter(day => row.weekdays.includes(day)).map(day => days[day]).join(" ");
  const times = row.from || row.to ? `${(row.from ?? "00:00").slice(0, 5)}–${(row.to ?? "24:00").slice(0, 5)}` : "";
  return [chosen, times].filter(Boolean).join(" ") || "Always";
};
function pictureOf(row) {
  if (row.file) {
    const item = media.items?.find(item => item.name === row.file);
    if (item) checkFile(item);
    return item && checkResult(item).picture;
  }
  return row.unit || draft.kind === "schedule" && row.title !== "Display off"
    ? `/row?screen=${encodeURIComponent(draft.screen)}&version=${draft.version}&row=${row.id}` : null;
}
function thumb(source, symbol = "pictures") {
  return make("span", { class: "thumb small" }, icon(symbol),
    ...(source ? [make("img", { src: source, alt: "", loading: "lazy", draggable: "false", onerror: event => event.target.remove() })] : []));
}
function hours(row) {
  const time = (field, label) => make("label", {}, label, make("input", { type: "time", value: row[field]?.slice(0, 5) ?? "", "data-key": `${field} ${row.key}`,
    onchange: event => change(() => { row[field] = event.target.value || null; }) }));
  return make("div", { class: "hours", role: "group", "aria-label": `Hours of ${row.title}` },
    make("div", { class: "days" }, ...Object.entries(days).map(([day, name]) => keyedButton(`${day} ${row.key}`, name, () => change(() => {
      row.weekdays = row.weekdays.includes(day) ? row.weekdays.filter(other => other !== day) : [...row.weekdays, day];
    }), { "aria-pressed": String(row.weekdays.includes(day)) }))),
    make("div", { class: "row" }, time("from", "From"), time("to", "To"),
      keyedButton(`always ${row.key}`, "Always", () => change(() => Object.assign(row, { weekdays: [], from: null, to: null })))));
}
function line(row, place) {
  const { title, key } = row;
  const seconds = make("input", { type: "number", min: "0.5", max: "86400", step: "any", inputmode: "decimal", value: row.seconds ?? "", placeholder: row.unit === "item" ? draft.usual : "by hand",
    "aria-label": `Seconds${row.unit === "page" ? " for each page" : ""}: ${title}`, "data-key": `seconds ${key}`,
    onchange: event => {
      // A wrong number stays in its field, with the browser's message.
      if (event.target.reportValidity()) change(() => { row.seconds = event.target.value ? Number(event.target.value) : null; });
    } });
  const handle = make("span", { class: "handle", "aria-hidden": "true", onpointerdown: event => drag(event, row) }, "≡");
  return make("li", { "data-row": key },
    make("div", { class: "line" }, handle, thumb(pictureOf(row), row.title === "Display off" ? "power" : "pictures"), make("span", { class: "file-text" }, make("strong", { class: "cut", dir: "auto" }, title),
      ...(row.id === undefined ? [make("span", { class: "small soft" }, "added")] : [])),
    keyedButton(`out ${key}`, icon("close"), () => change(() => { draft.rows = draft.rows.filter(other => other !== row); }), { class: "icon quiet", "aria-label": `Remove: ${title}` })),
    make("div", { class: "edit" },
      ...(row.unit ? [make("label", { class: "seconds" }, seconds, row.unit === "page" ? "s a page" : "s")] : []),
      keyedButton(`hours ${key}`, hoursText(row), () => { row.isOpen = !row.isOpen; fill(); }, { class: "when", "aria-expanded": String(Boolean(row.isOpen)), "aria-label": `Hours: ${hoursText(row)}, ${title}` }),
      keyedButton(`up ${key}`, "↑", () => move(row, -1), { "aria-label": `Earlier: ${title}`, disabled: place === 0 }),
      keyedButton(`down ${key}`, "↓", () => move(row, 1), { "aria-label": `Later: ${title}`, disabled: place === draft.rows.length - 1 })),
    ...(row.isOpen ? [hours(row)] : []));
}
/** Moves a row with a finger or the mouse. The order changes when it is released. */
function drag(event, row) {
  const handle = event.currentTarget;
  const item = handle.closest("li");
  const list = item.parentElement;
  if (event.button) return;
  event.preventDefault();
  isDragging = true;
  handle.setPointerCapture(event.pointerId);
  item.classList.add("dragged");
  const place = ({ clientY }) => {
    const others = all(":scope > li", list).filter(other => other !== item);
    const next = others.find(other => { const box = other.getBoundingClientRect(); return clientY < box.top + box.height / 2; });
    // Moving the item would end the capture of the finger, so its neighbours move.
    if (next) while (item.nextElementSibling !== next) {
      if (item.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) item.before(item.nextElementSibling); else item.after(item.previousElementSibling);
    }
    else while (item.nextElementSibling) item.before(item.nextElementSibling);
  };
  const end = () => {
    handle.removeEventListener("pointermove", place);
    item.classList.remove("dragged");
    isDragging = false;
    const keys = all(":scope > li", list).map(other => Number(other.dataset.row));
    const rows = keys.map(key => draft.rows.find(row => row.key === key));
    if (rows.every((row, index) => row === draft.rows[index])) return fill();
    change(() => { draft.rows = rows; });
    announce(`${row.title} is number ${rows.indexOf(row) + 1} of ${rows.length}.`);
  };
  handle.addEventListener("pointermove", place);
  for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, end, { once: true });
}

// --- The sheet

function adding() {
  const items = media.items ?? [];
  return make("section", {}, make("h3", {}, "Add from the folder"),
    make("ul", { class: "list" }, ...[...uploads].map(([name, { share, reason }]) => make("li", {}, make("span", { class: "file-text" }, make("span", { class: "cut" }, name),
      make("span", { class: reason ? "small bad" : "small soft" }, reason ?? (share < 1 ? `${Math.floor(share * 100)} %` : "Checking …"))))),
    ...items.filter(item => !uploads.has(item.name)).map(item => {
      checkFile(item);
      const { picture, reason } = checkResult(item);
      return make("li", {}, make("div", { class: "line" }, thumb(picture), make("span", { class: "file-text" }, make("span", { class: "cut", dir: "auto" }, item.name), ...(reason ? [make("span", { class: "small bad" }, reason)] : []))),
        ...(reason ? [] : [keyedButton(`add ${item.name}`, "+ Add", () => add(item.name), { "aria-label": `Add ${item.name}` })]));
    })), ...(items.length ? [] : [make("p", { class: "soft" }, "The folder has no files.")]));
}
function previewParts() {
  if (!preview) return [];
  return [make("figure", { class: "preview" },
    ...(preview.png ? [make("img", { src: `data:image/png;base64,${preview.png}`, alt: "" })] : []), make("figcaption", {}, previewText()),
    ...preview.troubles.map(text => make("p", { class: "small bad" }, text)))];
}
function listParts() {
  if (draft.isLoading) return [make("p", { class: "soft" }, "Loading …")];
  if (draft.isFailed) return [make("p", { class: "soft" }, "The list cannot be read."), keyedButton("again", "Try again", () => load(draft.screen))];
  const isSchedule = draft.kind === "schedule";
  return [
    ...(draft.conflict ? [make("section", { class: "paper warn", role: "alert" }, make("p", {}, draft.conflict.error), make("div", { class: "row" },
      keyedButton("other", "Load the other list", () => load(draft.screen)), keyedButton("mine", "Replace it with this list", () => apply(draft.conflict.version), { class: "danger" })))] : []),
    make("section", {}, make("p", { class: "soft" }, isSchedule ? `A schedule: each item is shown in its hours. At other times: ${draft.otherwise}.`
      : draft.rows.length ? "Shown in this order, round after round." : "Nothing yet: add files."),
    make("ol", { class: "list rows" }, ...draft.rows.map(line))),
    make("div", { class: "row" }, keyedButton("add", isAdding ? "Close the folder" : "+ Add from the folder", () => { isAdding = !isAdding; fill(); }, { "aria-expanded": String(isAdding) })),
    ...(isAdding ? [adding()] : []),
  ];
}
builders.playlist = () => {
  const host = make("div", { class: "parts" });
  const shown = make("div", {});
  const file = make("input", { id: "plays-files", type: "file", multiple: true, onchange: async () => {
    const chosen = [...file.files];
    file.value = "";
    const target = draft;
    for (const one of chosen) if (await uploadFile(one) && draft === target) add(one.name);
  } });
  const day = make("select", { id: "plays-day" });
  const time = make("input", { id: "plays-time", type: "time", required: true });
  const show = make("button", { type: "button", class: "main", onclick: () => { if (all("input:invalid", host).every(input => input.reportValidity())) apply(); } });
  const undo = make("button", { type: "button", onclick: () => load(draft.screen) }, "Undo all");
  const dialog = sheet("playlist", "What plays", make("div", { class: "inside" }, host,
    make("section", { class: "later" }, make("label", { for: "plays-files" }, "Upload a picture or a PDF file, and add it"), file),
    make("section", { class: "later" }, make("h3", {}, "Preview"), make("form", { class: "row when-form", onsubmit: event => {
      event.preventDefault();
      loadPreview(`${day.value}T${time.value}`);
    } }, make("div", {}, make("label", { for: "plays-day" }, "Day"), day), make("div", {}, make("label", { for: "plays-time" }, "Time"), time), make("button", { class: "fixed" }, "Preview")), shown)),
  make("div", { class: "row foot" }, undo, show));
  let written = "";
  fill = () => {
    if (!dialog.open || !draft || isDragging) return;
    setText($("h2", dialog), `What ${nameOf(draft.screen)} plays`);
    file.accept = accepted();
    const next = listParts();
    const key = next.map(part => part.outerHTML).join("");
    if (key !== written || !host.children.length) refill(host, ...next);
    written = key;
    shown.replaceChildren(...previewParts());
    const isReady = !draft.isLoading && !draft.isFailed;
    for (const part of all(".later", dialog)) part.hidden = !isReady;
    setText(show, `Show on ${nameOf(draft.screen)}`);
    show.disabled = !isReady || !draft.isChanged || !draft.rows.length;
    undo.disabled = !isReady || !draft.isChanged;
    if (isReady && day.dataset.from !== draft.now.slice(0, 10)) fillDays();
  };
  function fillDays() {
    day.dataset.from = draft.now.slice(0, 10);
    day.replaceChildren(...Array.from({ length: 8 }, (_, distance) => {
      const date = new Date(Date.parse(`${day.dataset.from}T12:00Z`) + distance * 86_400_000).toISOString().slice(0, 10);
      const name = dayOf(date, { weekday: "long", day: "numeric", month: "short" });
      return make("option", { value: date }, distance === 0 ? `Today, ${name}` : distance === 1 ? `Tomorrow, ${name}` : name);
    }));
    time.value ||= timeOf(draft.now);
  }
  onState(() => {
    if (dialog.open && draft && !model.screens.some(screen => screen.name === draft.screen)) dialog.close();
    fill();
  });
  dialog.prepare = () => {
    loadFolder();
    // Changes of this person stay while the sheet is closed.
    if (draft?.screen === subject() && draft.isChanged) fill(); else load(subject());
  };
  return dialog;
};
