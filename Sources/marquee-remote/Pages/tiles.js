// Tiles of sessions, apps and files. A person drags a tile onto a screen, or presses it to choose the screen.
import { model } from "./model.js";
import { builders, fillWhileOpen, keyedButton, open, subject } from "./screen-sheets.js";
import { operations } from "./operations.js";
import { checkResult, loadFolder, media } from "./media.js";
import { $, controls, icon, isAway, make, onState } from "./page.js";
import { sheet } from "./sheet.js";

const dragType = "text/plain";
/** Each session, each app without a session, and each media file. */
function items() {
  // The sessions of an app that is gone stay for its return, and nothing can open them.
  const sessions = model.sessions.filter(session => model.apps.some(app => app.name === session.app)).map(session => ({
    key: session.identifier, title: session.app, app: session.app, session,
    place: session.screen ? `${session.screen}, ${session.state === "background" ? "in the background" : "visible"}` : "waiting for its display",
  }));
  const rest = model.apps.filter(app => !model.sessions.some(session => session.app === app.name)).map(app => ({ key: `app ${app.name}`, title: app.name, app: app.name, place: "not open" }));
  const files = (media.items ?? []).map(item => {
    const { reason } = checkResult(item);
    return { key: `file ${item.name}`, title: item.name, file: item.name, reason, place: reason ? "cannot be shown" : "a file" };
  });
  return [...sessions, ...rest, ...files];
}
function openOn(key, screen) {
  const item = items().find(item => item.key === key);
  if (!item || isAway()) return null;
  if (item.file) return operations.showFiles(screen, [item.file], 10);
  if (item.session?.role === "application") return operations.place(item.app, screen);
  if (item.session?.screen === screen) return operations.activate(item.session.identifier);
  return operations.front(item.app, screen);
}
const canRequestScene = name => model.apps.some(app => app.name === name && app.roles.includes("application"));

const tiles = new Map();
function makeTile(item) {
  const picture = make("img", { alt: "", hidden: true, onload: event => { event.target.hidden = false; }, onerror: event => { event.target.hidden = true; } });
  const element = make("li", {}, make("button", { type: "button", class: item.file ? "tile file" : "tile", draggable: "true", onclick: () => open("item", item.key),
    ondragstart: event => { event.dataTransfer.setData(dragType, item.key); event.dataTransfer.effectAllowed = "copy"; } },
  ...(item.file ? [icon("pictures")] : [make("span", { class: "thumb" }, icon("layers"), picture)]),
  make("strong", { class: "cut" }, item.title), make("span", { class: "small soft cut location" })));
  return { element, picture, at: -Infinity };
}
function showTiles() {
  const host = $("#tiles");
  const all = controls() ? items() : [];
  const keys = new Set(all.map(item => item.key));
  for (const [key, tile] of tiles) if (!keys.has(key)) { tile.element.remove(); tiles.delete(key); }
  all.forEach((item, place) => {
    if (!tiles.has(item.key)) tiles.set(item.key, makeTile(item));
    const tile = tiles.get(item.key);
    const location = $(".location", tile.element);
    location.textContent = item.place;
    location.classList.toggle("soft", !item.reason);
    location.classList.toggle("bad", Boolean(item.reason));
    if (host.children[place] !== tile.element) host.insertBefore(tile.element, host.children[place] ?? null);
    if (item.session?.screen) refreshPicture(tile, item.key);
  });
  $("#open").hidden = !all.length;
}
const pictureInterval = 2000;
function refreshPicture(tile, session) {
  if (document.hidden || isAway() || performance.now() - tile.at < pictureInterval) return;
  tile.at = performance.now();
  tile.picture.src = `/look?session=${encodeURIComponent(session)}&at=${Math.round(tile.at)}`;
}
setInterval(() => { if (!document.hidden) for (const { key, session } of controls() ? items() : []) if (session?.screen && tiles.has(key)) refreshPicture(tiles.get(key), key); }, 5000);

const cards = $("#cards");
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  cards.addEventListener(name, event => {
    const card = event.target.closest(".card");
    if (!card || !event.dataTransfer.types.includes(dragType)) return;
    card.classList.toggle("target", name === "dragenter" || name === "dragover");
    if (name === "dragleave") return;
    event.preventDefault();
    if (name === "drop") openOn(event.dataTransfer.getData(dragType), card.dataset.screen);
  });
}

builders.item = () => {
  const host = make("div", { class: "inside" });
  const dialog = sheet("item", "Open", host);
  return fillWhileOpen(dialog, host, () => {
    const item = items().find(item => item.key === subject());
    if (!item) return [make("p", {}, "This item is gone.")];
    return [
      ...(item.reason ? [make("p", { class: "bad" }, item.reason)] : []),
      make("section", {}, make("h3", {}, `${item.title}: ${item.place}`), make("div", { class: "choices" }, ...model.screens.map(screen =>
        keyedButton(`on-${screen.name}`, `Open on ${screen.name}`, async () => { if (await openOn(item.key, screen.name)) dialog.close(); }))),
      ...(model.screens.length ? [] : [make("p", { class: "soft" }, "No display is plugged in.")])),
      make("section", { class: "row" },
        ...(canRequestScene(item.app) ? [keyedButton("begin", `+ Another scene of ${item.app}`, () => operations.requestScene(item.app))] : []),
        ...(item.session ? [keyedButton("end", "End this session", async () => { if (await operations.endSession(item.key)) dialog.close(); }, { class: "danger" })] : [])),
    ];
  });
};
onState(() => {
  // Only the first time. Later the content sheet loads the folder.
  if (controls() && media.items === null) { media.items = []; loadFolder(); }
  showTiles();
});
