// The sheets of the screens page. Each is made when it first opens, and most are about one screen.
import { model, modeReason, setting } from "./model.js";
import { insets, kinds, operations } from "./operations.js";
import { $, all, called, isAway, make, onState, refill, setText } from "./page.js";
import { button, codeSheet, sheet, show } from "./sheet.js";
import { unpair } from "./stream.js";

const sheets = {};
let subjectKey = null;
/** The screen, session, app or file of the open sheet. */
export const subject = () => subjectKey;
const screen = () => model.screens.find(screen => screen.name === subject());
const record = () => model.records.get(subject());
/** Fills an open sheet, and fills it again with each change. The focus stays if its button stays. */
export function fillWhileOpen(dialog, host, parts, didFill) {
  let written = "";
  const fill = () => {
    if (!dialog.open) return;
    const next = parts();
    const key = next.map(part => part.outerHTML).join("");
    // Unchanged parts stay, so that no button moves under a finger.
    if (key === written && host.children.length) return;
    written = key;
    refill(host, ...next);
    didFill?.();
  };
  onState(fill);
  dialog.prepare = fill;
  return dialog;
}
export const keyedButton = (key, label, action, more = {}) => make("button", { type: "button", "data-key": key, onclick: action, ...more }, ...[label].flat());
const choice = (key, label, isOn, action) => keyedButton(key, label, action, { "aria-pressed": String(isOn) });

export const builders = {
  mode() {
    const host = make("div", { class: "inside" });
    return fillWhileOpen(sheet("mode", "Mode", host), host, () => [
      make("p", {}, make("strong", { class: "numbers" }, `${called(screen()?.label, subject())}: ${screen()?.currentMode?.name ?? "no mode"}`), make("span", { class: "soft" }, ` ${modeReason(record())}`)),
      make("p", { class: "soft" }, "A new mode is tried for 15 seconds. It goes back unless you keep it."),
      make("ul", { class: "list modes" }, ...(screen()?.availableModes ?? []).map(mode => {
        const isNow = mode.name === screen().currentMode?.name;
        return make("li", {}, keyedButton(mode.name, [make("span", { class: "numbers" }, mode.name), make("span", { class: "soft small" }, isNow ? "in use" : mode.preferred ? "the display prefers it" : "")],
          () => tryMode(mode.name), { "aria-current": isNow ? "true" : null }));
      })),
      keyedButton("forget", "Forget all choices for this screen", () => operations.forget(subject())),
    ]);
  },
  keep() {
    const left = make("p", { class: "bigcode numbers" });
    const dialog = sheet("keep", "Can you see the picture?", make("div", { class: "inside" }, make("p", {}, "The display shows the mode that you chose. It goes back in"), left,
      make("div", { class: "row" }, button("Go back", () => dialog.close()), button("Keep this mode", async () => { if (await operations.keepMode(subject())) dialog.close(); }, "main"))));
    let timer;
    dialog.prepare = () => {
      const ends = performance.now() + 15_000;
      clearInterval(timer);
      const tick = () => {
        const seconds = Math.ceil((ends - performance.now()) / 1000);
        setText(left, `${Math.max(0, seconds)} s`);
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
    const names = { 0: "Not rotated", 90: "A quarter", 180: "Upside down", 270: "Three quarters" };
    let hasGrid = false;
    const edge = (name, label) => make("div", { class: "edge" }, make("span", {}, label, make("span", { class: "soft numbers" }, name === "all" ? "" : ` ${insets(subject())[name]} %`)),
      keyedButton(`${name}-`, "−", () => press(name, -1), { "aria-label": `${label}: out` }), keyedButton(`${name}+`, "+", () => press(name, 1), { "aria-label": `${label}: in` }));
    async function press(name, by) {
      if (!hasGrid) { hasGrid = true; await operations.showGrid(subject()); }
      await operations.inset(subject(), name, by);
    }
    const dialog = sheet("picture", "Picture", host);
    dialog.addEventListener("close", () => { if (hasGrid) { hasGrid = false; operations.endGrid(subject()); } });
    const turn = (angle, isMirrored) => operations.turn(subject(), isMirrored ? angle === "0" ? "flipped" : `flipped-${angle}` : angle);
    return fillWhileOpen(dialog, host, () => {
      const isMirrored = setting(subject(), "rotation")?.startsWith("flipped");
      const angle = setting(subject(), "rotation")?.replace(/^flipped-?/, "") || "0";
      return [make("section", {}, make("h3", {}, `Rotation, for the way the panel hangs (${subject()})`), make("div", { class: "choices" }, ...Object.entries(names).map(([rotation, label]) =>
        choice(`turn-${rotation}`, label, angle === rotation, () => turn(rotation, isMirrored))),
      choice("turn-mirrored", "Mirrored", isMirrored, () => turn(angle, !isMirrored)))),
      make("section", {}, make("h3", {}, "Corners"),
        make("p", { class: "soft" }, "Some TVs cut off the edges. Press + until you see all four corners of the grid. Press − if an edge has moved in too far."),
        edge("all", "All edges"), edge("top", "Top"), edge("right", "Right"), edge("bottom", "Bottom"), edge("left", "Left"))];
    });
  },
  shows() {
    const host = make("div", { class: "inside" });
    return fillWhileOpen(sheet("shows", "Content and use", host), host, () => [
      make("section", {}, make("h3", {}, `Foreground app on ${subject()}`), make("div", { class: "choices" }, ...model.apps.map(app =>
        choice(`app-${app.name}`, app.name, setting(subject(), "foreground") === app.name, () => operations.front(app.name, subject())))), ...(model.apps.length ? [] : [make("p", { class: "soft" }, "There is no app.")]),
        keyedButton("configured", "Show the configured content", () => operations.configured(subject()))),
      make("section", {}, make("h3", {}, "Use of external displays"), make("div", { class: "choices" },
        ...[["external", "Scenes"], ["mirror", "Mirror"], ["off", "Off"]].map(([value, label]) =>
          choice(`support-${value}`, label, setting(subject(), "support") === value, () => operations.support(subject(), value))),
        keyedButton("support-null", "As configured", () => operations.support(subject(), null)))),
    ]);
  },
  why() {
    const host = make("div", { class: "inside", tabindex: "0", role: "group", "aria-label": "Why" });
    const list = (title, lines) => lines.length ? [make("section", {}, make("h3", {}, title), make("ul", { class: "plain" }, ...lines.map(line => make("li", {}, line))))] : [];
    return fillWhileOpen(sheet("why", "Why", host), host, () => {
      const known = record();
      if (!known) return [make("p", {}, `${subject()} is gone.`)];
      return [
        ...list(`What ${subject()} shows`, known.showsBecause.map(reason => `${reason.holds ? "✓" : "–"} ${reason.reason}`)),
        ...list("Its mode", known.candidates.slice(0, 6).map(({ mode: { name }, reason }) => `${name === known.winner?.name ? "✓" : "–"} ${name}: ${reason}`)),
        ...list("Wishes that were not met", known.unmetWishes.map(({ wish, reason }) => `${wish}: ${reason}`)),
        ...list("Refused by the device", known.attempts.filter(({ accepted }) => !accepted).map(({ mode, message }) => `${mode.name}: ${message ?? "refused"}`)),
        ...list("The display", [[known.make, known.model, known.serial].filter(Boolean).join(" ") || "unknown", ...known.edid.problems]),
      ];
    });
  },
  plug() {
    const host = make("div", { class: "inside" });
    return fillWhileOpen(sheet("plug", "Simulated displays", host), host, () => {
      const panels = model.connectors.filter(item => item.builtIn && !item.connected);
      return [
        make("section", {}, make("h3", {}, "Plug in"), make("div", { class: "choices" }, ...Object.entries(kinds).map(([kind, { title }]) => keyedButton(`plug-${kind}`, title, () => operations.plug(kind))))),
        make("section", {}, make("h3", {}, "Connectors"), make("ul", { class: "list" }, ...model.connectors.filter(item => !panels.includes(item)).map(({ name, connected, mode }) => make("li", {},
          make("span", {}, make("strong", {}, name), make("span", { class: "soft" }, connected ? ` ${mode?.name ?? "no mode"}` : " empty")),
          ...(connected ? [keyedButton(`unplug-${name}`, "Unplug", () => operations.unplug(name), { "aria-label": `Unplug ${name}` })] : []))))),
        ...panels.map(({ name }) => make("section", {}, keyedButton(`panel-${name}`, `Add an internal panel: ${name}`, () => operations.addPanel(name)))),
        make("section", {}, keyedButton("loose-plug", "Simulate a loose plug", () => operations.loosePlug())),
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
export const names = () => Object.keys(builders);
// Pairing and unpairing need no daemon.
const isForDaemon = set => !set.closest("#menu, #device");
let focused = null;
/** Disables the daemon's operations while it does not answer, and then restores the focus. */
export function enableOperations() {
  const active = document.activeElement;
  if (isAway() && active?.closest("fieldset")) focused = active;
  for (const set of all("fieldset.operations").filter(isForDaemon)) set.disabled = isAway();
  if (isAway() || !focused) return;
  if (document.activeElement === document.body && focused.isConnected) focused.focus();
  focused = null;
}
/** Opens a sheet, about a screen or another item if `name` is given. */
export function open(id, name = null) {
  if (name) subjectKey = name;
  show(sheets[id] ??= builders[id]());
  enableOperations();
}
async function tryMode(name) {
  if (!await operations.tryMode(subject(), name)) return;
  sheets.mode.close();
  open("keep");
}
