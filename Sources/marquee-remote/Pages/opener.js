// What is open: sessions and apps, each of which is dragged onto a screen, or opened there by its button.
import { box } from "./box.js";
import { about, builders, filled, keyed, open } from "./care.js";
import { deeds } from "./deeds.js";
import { lookIntoFolder, media, verdictOn } from "./media.js";
import { $, controls, icon, isAway, make, onState } from "./page.js";
import { sheet } from "./sheet.js";

const kindOf = "text/plain";
/** Everything that can be opened: each session, and each app that has none. */
function items() {
  const sessions = box.sessions.map(session => ({
    key: session.identifier, title: session.app, app: session.app, session,
    place: session.screen ? `${session.screen}, ${session.state === "background" ? "behind" : "to be seen"}` : "waits for its display",
  }));
  const rest = box.apps.filter(app => !box.sessions.some(session => session.app === app.name)).map(app => ({ key: `app ${app.name}`, title: app.name, app: app.name, place: "nowhere yet" }));
  const files = (media.items ?? []).map(item => {
    const { reason } = verdictOn(item);
    return { key: `file ${item.name}`, title: item.name, file: item.name, reason, place: reason ? "cannot be shown" : "a file" };
  });
  return [...sessions, ...rest, ...files];
}
/** Opens an item on a screen. */
function openOn(key, screen) {
  const item = items().find(one => one.key === key);
  if (!item || isAway()) return null;
  if (item.file) return deeds.showFiles(screen, [item.file], 10);
  if (item.session?.role === "application") return deeds.place(item.app, screen);
  if (item.session?.screen === screen) return deeds.activate(item.session.identifier);
  return deeds.front(item.app, screen);
}
const canBegin = name => box.apps.some(app => app.name === name && app.roles.includes("application"));

const tiles = new Map();
function makeTile(item) {
  const picture = make("img", { alt: "", hidden: true, onload: event => { event.target.hidden = false; }, onerror: event => { event.target.hidden = true; } });
  const element = make("li", {}, make("button", { type: "button", class: item.file ? "tile file" : "tile", draggable: "true", onclick: () => open("opener", item.key),
    ondragstart: event => { event.dataTransfer.setData(kindOf, item.key); event.dataTransfer.effectAllowed = "copy"; } },
  ...(item.file ? [icon("pictures")] : [make("span", { class: "thumb" }, icon("layers"), picture)]),
  make("strong", { class: "cut" }, item.title), make("span", { class: "small soft cut where" })));
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
    const where = $(".where", tile.element);
    where.textContent = item.place;
    where.classList.toggle("soft", !item.reason);
    where.classList.toggle("bad", Boolean(item.reason));
    if (host.children[place] !== tile.element) host.insertBefore(tile.element, host.children[place] ?? null);
    if (item.session?.screen) lookAt(tile, item.key);
  });
  $("#open").hidden = !all.length;
}
const apart = 2000;
function lookAt(tile, session) {
  if (document.hidden || isAway() || performance.now() - tile.at < apart) return;
  tile.at = performance.now();
  tile.picture.src = `/look?session=${encodeURIComponent(session)}&at=${Math.round(tile.at)}`;
}
setInterval(() => { if (!document.hidden) for (const { key, session } of controls() ? items() : []) if (session?.screen && tiles.has(key)) lookAt(tiles.get(key), key); }, 5000);

// Dragged onto a screen
const cards = $("#cards");
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  cards.addEventListener(name, event => {
    const card = event.target.closest(".card");
    if (!card || !event.dataTransfer.types.includes(kindOf)) return;
    card.classList.toggle("target", name === "dragenter" || name === "dragover");
    if (name === "dragleave") return;
    event.preventDefault();
    if (name === "drop") openOn(event.dataTransfer.getData(kindOf), card.dataset.screen);
  });
}

builders.opener = () => {
  const host = make("div", { class: "inside" });
  const dialog = sheet("opener", "Open", host);
  return filled(dialog, host, () => {
    const item = items().find(one => one.key === about());
    if (!item) return [make("p", {}, "It is not there any more.")];
    return [
      ...(item.reason ? [make("p", { class: "bad" }, item.reason)] : []),
      make("section", {}, make("h3", {}, `${item.title}: ${item.place}`), make("div", { class: "choices" }, ...box.screens.map(screen =>
        keyed(`on-${screen.name}`, `Open on ${screen.name}`, async () => { if (await openOn(item.key, screen.name)) dialog.close(); }))),
      ...(box.screens.length ? [] : [make("p", { class: "soft" }, "No display is plugged in.")])),
      make("section", { class: "row" },
        ...(canBegin(item.app) ? [keyed("begin", `+ Another scene of ${item.app}`, () => deeds.begin(item.app))] : []),
        ...(item.session ? [keyed("end", "End this session", async () => { if (await deeds.end(item.key)) dialog.close(); }, { class: "danger" })] : [])),
    ];
  });
};
onState(() => {
  // Once: afterwards the sheet of contents does it.
  if (controls() && media.items === null) { media.items = []; lookIntoFolder(); }
  showTiles();
});
