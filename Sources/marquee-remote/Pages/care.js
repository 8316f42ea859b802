// Sheets of the screens page, made when they are opened first; most are about one screen.
import { box, setting, whyMode } from "./box.js";
import { connectors, deeds, insets, kinds } from "./deeds.js";
import { $, all, isAway, make, onState, refill, write } from "./page.js";
import { button, codeSheet, sheet, show } from "./sheet.js";
import { unpair } from "./stream.js";

const sheets = {};
let aboutName = null;
/** What the sheet that is open is about. */
export const about = () => aboutName;
const screen = () => box.screens.find(one => one.name === about());
const record = () => box.records.get(about());
/** Fills a sheet that is open, once more with each change; keeps the focus where it is as long as its button is there. */
export function filled(dialog, host, parts, isFilled) {
  let written = "";
  const fill = () => {
    if (!dialog.open) return;
    const next = parts();
    const key = next.map(part => part.outerHTML).join("");
    // What is the same stays, so that nothing is taken away under a finger.
    if (key === written && host.children.length) return;
    written = key;
    refill(host, ...next);
    isFilled?.();
  };
  onState(fill);
  dialog.prepare = fill;
  return dialog;
}
export const keyed = (key, label, action, more = {}) => make("button", { type: "button", "data-key": key, onclick: action, ...more }, ...[label].flat());
const choice = (key, label, isOn, action) => keyed(key, label, action, { "aria-pressed": String(isOn) });

export const builders = {
  mode() {
    const host = make("div", { class: "inside" });
    return filled(sheet("mode", "Mode", host), host, () => [
      make("p", {}, make("strong", { class: "numbers" }, `${about()}: ${screen()?.currentMode?.name ?? "no mode"}`), make("span", { class: "soft" }, ` ${whyMode(record())}`)),
      make("p", { class: "soft" }, "Another one is tried for 15 seconds, and goes back by itself unless you keep it."),
      make("ul", { class: "list modes" }, ...(screen()?.availableModes ?? []).map(mode => {
        const isNow = mode.name === screen().currentMode?.name;
        return make("li", {}, keyed(mode.name, [make("span", { class: "numbers" }, mode.name), make("span", { class: "soft small" }, isNow ? "in use" : mode.preferred ? "the display prefers it" : "")],
          () => tryMode(mode.name), { "aria-current": isNow ? "true" : null }));
      })),
      keyed("forget", "Forget all that was chosen here for this screen", () => deeds.forget(about())),
    ]);
  },
  keep() {
    const left = make("p", { class: "bigcode numbers" });
    const dialog = sheet("keep", "Can you see the picture?", make("div", { class: "inside" }, make("p", {}, "The display shows the mode that you chose. It goes back by itself in"), left,
      make("div", { class: "row" }, button("Let it go back", () => dialog.close()), button("Keep this mode", async () => { if (await deeds.keepMode(about())) dialog.close(); }, "main"))));
    let timer;
    dialog.prepare = () => {
      const ends = performance.now() + 15_000;
      clearInterval(timer);
      const tick = () => {
        const seconds = Math.ceil((ends - performance.now()) / 1000);
        write(left, `${Math.max(0, seconds)} s`);
        if (seconds <= 0) dialog.close();
      };
      timer = setInterval(tick, 250);
      tick();
      $("button.main", dialog).focus();
    };
    dialog.addEventListener("close", () => clearInterval(timer));
    return dialog;
  },
  picture() {
    const host = make("div", { class: "inside" });
    const names = { 0: "As it is", 90: "A quarter", 180: "Upside down", 270: "Three quarters" };
    let hasGrid = false;
    const edge = (which, label) => make("div", { class: "edge" }, make("span", {}, label, make("span", { class: "soft numbers" }, which === "all" ? "" : ` ${insets(about())[which]} %`)),
      keyed(`${which}-`, "−", () => press(which, -1), { "aria-label": `${label}: out` }), keyed(`${which}+`, "+", () => press(which, 1), { "aria-label": `${label}: in` }));
    async function press(which, by) {
      if (!hasGrid) { hasGrid = true; await deeds.showGrid(about()); }
      await deeds.inset(about(), which, by);
    }
    const dialog = sheet("picture", "Picture", host);
    dialog.addEventListener("close", () => { if (hasGrid) { hasGrid = false; deeds.endGrid(about()); } });
    const turn = (angle, isMirrored) => deeds.turn(about(), isMirrored ? angle === "0" ? "flipped" : `flipped-${angle}` : angle);
    return filled(dialog, host, () => {
      const isMirrored = setting(about(), "rotation")?.startsWith("flipped");
      const angle = setting(about(), "rotation")?.replace(/^flipped-?/, "") || "0";
      return [make("section", {}, make("h3", {}, `Turned, for a panel that hangs so (${about()})`), make("div", { class: "choices" }, ...Object.entries(names).map(([rotation, label]) =>
        choice(`turn-${rotation}`, label, angle === rotation, () => turn(rotation, isMirrored))),
      choice("turn-mirrored", "Mirrored", isMirrored, () => turn(angle, !isMirrored)))),
      make("section", {}, make("h3", {}, "Corners"),
        make("p", { class: "soft" }, "Some TVs cut the edges off. Press + until you see all four corners of the grid there; − where an edge has come in too far."),
        edge("all", "All edges"), edge("top", "Top"), edge("right", "Right"), edge("bottom", "Bottom"), edge("left", "Left"))];
    });
  },
  shows() {
    const host = make("div", { class: "inside" });
    return filled(sheet("shows", "What it shows", host), host, () => [
      make("section", {}, make("h3", {}, `In front on ${about()}`), make("div", { class: "choices" }, ...box.apps.map(app =>
        choice(`app-${app.name}`, app.name, setting(about(), "foreground") === app.name, () => deeds.front(app.name, about())))), ...(box.apps.length ? [] : [make("p", { class: "soft" }, "There is no app.")]),
        keyed("configured", "Back to what is configured", () => deeds.configured(about()))),
      make("section", {}, make("h3", {}, "What external displays are for"), make("div", { class: "choices" },
        ...[["external", "Scenes"], ["mirror", "Mirror"], ["off", "Off"]].map(([value, label]) =>
          choice(`support-${value}`, label, setting(about(), "support") === value, () => deeds.support(about(), value))),
        keyed("support-null", "As configured", () => deeds.support(about(), null)))),
    ]);
  },
  why() {
    const host = make("div", { class: "inside", tabindex: "0", role: "group", "aria-label": "Why" });
    const list = (title, lines) => lines.length ? [make("section", {}, make("h3", {}, title), make("ul", { class: "plain" }, ...lines.map(line => make("li", {}, line))))] : [];
    return filled(sheet("why", "Why", host), host, () => {
      const known = record();
      if (!known) return [make("p", {}, `${about()} is not there any more.`)];
      return [
        ...list(`What ${about()} shows`, known.showsBecause.map(reason => `${reason.holds ? "✓" : "–"} ${reason.reason}`)),
        ...list("Its mode", known.candidates.slice(0, 6).map(one => `${one.mode === known.winner ? "✓" : "–"} ${one.mode}: ${one.reason}`)),
        ...list("Wishes that fell through", known.unmetWishes.map(one => `${one.wish}: ${one.reason}`)),
        ...list("Refused by the device", known.attempts.filter(one => !one.accepted).map(one => `${one.mode}: ${one.message ?? "refused"}`)),
        ...list("The display", [[known.make, known.model, known.serial].filter(Boolean).join(" ") || "unknown", ...known.edid.problems]),
      ];
    });
  },
  plug() {
    const host = make("div", { class: "inside" });
    return filled(sheet("plug", "External displays", host), host, () => {
      const there = new Set(box.screens.filter(one => one.status === "connected").map(one => one.name));
      return [
        make("section", {}, make("h3", {}, "Plug in"), make("div", { class: "choices" }, ...Object.entries(kinds).map(([kind, { title }]) => keyed(`plug-${kind}`, title, () => deeds.plug(kind))))),
        make("section", {}, make("h3", {}, "Connectors"), make("ul", { class: "list" }, ...connectors.map(name => make("li", {},
          make("span", {}, make("strong", {}, name), make("span", { class: "soft" }, there.has(name) ? ` ${box.screens.find(one => one.name === name).currentMode?.name ?? "no mode"}` : " nothing")),
          ...(there.has(name) ? [keyed(`unplug-${name}`, "Unplug", () => deeds.unplug(name), { "aria-label": `Unplug ${name}` })] : []))))),
        make("section", {}, keyed("storm", "A storm: a plug that is loose", () => deeds.storm())),
      ];
    });
  },
  device: () => codeSheet(),
  menu() {
    const dialog = sheet("menu", "This device", make("div", { class: "inside" }, make("div", { class: "row control" },
      button("Pair a device", () => { dialog.close(); open("device"); })), make("div", { class: "row" },
      make("a", { class: "button", href: "/" }, "Phone remote"), make("a", { class: "button", href: "/console" }, "Console")),
    button("Unpair this device", unpair, "danger")));
    return dialog;
  },
};
/** The names of all sheets. */
export const names = () => Object.keys(builders);
// A page whose daemon does not answer still pairs devices, and unpairs itself.
const isForDaemon = set => !set.closest("#menu, #device");
let focused = null;
/** Disables what the daemon does while it does not answer. */
export function offerDeeds() {
  const active = document.activeElement;
  if (isAway() && active?.closest("fieldset")) focused = active;
  for (const set of all("fieldset.deeds").filter(isForDaemon)) set.disabled = isAway();
  if (isAway() || !focused) return;
  if (document.activeElement === document.body && focused.isConnected) focused.focus();
  focused = null;
}
/** Opens a sheet, about a screen where there is one. */
export function open(id, name = null) {
  if (name) aboutName = name;
  show(sheets[id] ??= builders[id]());
  offerDeeds();
}
async function tryMode(name) {
  if (!await deeds.tryMode(about(), name)) return;
  sheets.mode.close();
  open("keep");
}
