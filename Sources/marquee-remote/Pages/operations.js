// All operations of the screens page, by name.
import { act, call, model, setting } from "./model.js";
import { removeFile, showFiles, uploadFiles } from "./media.js";
import { showMessage } from "./page.js";

/** The displays that the simulated backend can plug in. */
export const kinds = {
  "720p": { title: "A 720p display", display: "1280x720@60" },
  "1080p": { title: "A 1080p display", display: "1920x1080@60" },
  "4K": { title: "A 4K TV", display: "3840x2160@60" },
  portrait: { title: "A portrait panel", display: "1080x1920@60" },
  late: { title: "A TV whose EDID comes 5 s late", display: "1920x1080@60", seconds: 5, modes: "guessed" },
  broken: { title: "A display whose EDID is broken", unreadable: true },
};
const edges = ["top", "right", "bottom", "left"];
const step = 0.5;
/** The inset of each edge in percent. An inset in pixels is converted with the mode. */
export function insets(screen) {
  const found = [...(setting(screen, "overscan") ?? "").matchAll(/(top|right|bottom|left) ([\d.]+)(%|px)/g)];
  const mode = model.screens.find(item => item.name === screen)?.currentMode;
  return Object.fromEntries(edges.map(edge => {
    const [, , number, unit] = found.find(match => match[1] === edge) ?? [0, 0, 0, "%"];
    const side = edge === "top" || edge === "bottom" ? mode?.height : mode?.width;
    return [edge, unit === "%" ? Number(number) : Math.round(Number(number) / (side || 1000) * 200) / 2];
  }));
}
/** The first external connector with or without a display: undefined if there is none, null after an error. */
async function external(connected) {
  // The page's own list may be a moment old.
  const known = await act("SimulatedConnectors");
  return known && known.connectors.find(item => !item.builtIn && item.connected === connected)?.name;
}
export const operations = {
  // The display of a screen
  tryMode: (screen, mode) => act("SetMode", { screen, mode, confirmSeconds: 15 }),
  keepMode: screen => act("ConfirmMode", { screen }),
  forget: screen => act("Reset", { screen }),
  turn: (screen, rotation) => act("Rotate", { screen, rotation }),
  inset(screen, name, by) {
    const now = insets(screen);
    const moved = name === "all" ? edges : [name];
    const values = moved.map(edge => now[edge] + by * step);
    if (values.every(value => value < 0 || value > 25)) return showMessage(by < 0 ? "The edge cannot go further out." : "An edge can move in by 25 % at most.", { seconds: 6 });
    moved.forEach((edge, index) => { now[edge] = Math.min(25, Math.max(0, values[index])); });
    return act("SetOverscan", { screen, overscan: Object.fromEntries(edges.map(edge => [edge, `${now[edge]}%`])) });
  },
  showGrid: screen => act("Show", { screen, content: { pattern: "grid" }, forSeconds: 300 }),
  configured: screen => act("Show", { screen, configured: true }),
  endGrid: screen => act("Show", { screen, content: { pattern: "grid" }, forSeconds: 0.1, noWait: true }),
  support: (screen, support) => act("SetSupport", { screen, support }),
  power: (screen, on) => act("Power", { screen, on }),
  black: (screen, on) => act("Blank", { screen, on }),
  freeze: (screen, on) => act("Freeze", { screen, on }),
  identify: screen => act("Identify", { screen, noWait: true }),
  // Apps and sessions
  front: (app, screen) => act("SetForeground", { app, screen }),
  activate: session => act("ActivateSession", { session }),
  place: (app, screen) => act("PlaceApp", { app, screen }),
  requestScene: app => act("RequestScene", { app }),
  endSession: session => act("DestroySession", { session }),
  // Media files
  upload: uploadFiles,
  remove: removeFile,
  showFiles,
  // Simulated displays
  async plug(kind) {
    const screen = await external(false);
    if (screen === null) return;
    if (!screen) return showMessage("All connectors have a display. Unplug one first.", { seconds: 6 });
    const { title, ...display } = kinds[kind];
    return await act("Simulate", { command: "plug", screen, ...display }) && showMessage(`${title} is plugged in at ${screen}.`);
  },
  addPanel: screen => act("Simulate", { command: "plug", screen, display: "1920x1080@60" }),
  unplug: screen => act("Simulate", { command: "unplug", screen }),
  async loosePlug() {
    const screen = await external(true);
    if (screen === null) return;
    if (!screen) return showMessage("No display is plugged in. Plug one in first.", { seconds: 6 });
    showMessage(`The plug of ${screen} is loose …`);
    for (let times = 0; times < 6; times++) {
      try {
        await call("Simulate", { command: "unplug", screen });
        // Without further parameters the backend plugs in the same display.
        await call("Simulate", { command: "plug", screen });
      } catch (error) { return showMessage(error.message, { seconds: 6, trouble: true }); }
    }
    showMessage(`${screen} was unplugged six times, and is plugged in again.`);
  },
};
