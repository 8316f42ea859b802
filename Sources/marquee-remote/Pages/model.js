// The daemon's screens, apps and sessions. Each event loads them again. Calls to the daemon go through `call` and `act`.
import { controls, daemonAway, isAway, notifyChange, post, showMessage, state } from "./page.js";
import { follow, openPairing } from "./stream.js";

export const model = { screens: [], records: new Map(), apps: [], sessions: [], connectors: [], backend: "", warnings: [], lines: [] };
/** The effective value of a screen's setting. */
export const setting = (screen, name) => model.records.get(screen)?.settings.find(item => item.name === name)?.value;
/** The schedule entry that controls a screen's power, or that a person has overruled; otherwise null. */
export function schedule(screen) {
  const [, word, until] = /^(on|off)(?: until (.+))?$/.exec(setting(screen, "schedule") ?? "") ?? [];
  if (!word) return null;
  const state = word === "off" ? "Off" : "On";
  if (!until) return { isOff: word === "off", isOver: false, text: `${state} (schedule)` };
  const end = new Date(until);
  const left = end - Date.now();
  const day = left < 86_400_000 ? {} : left < 6 * 86_400_000 ? { weekday: "short" } : { year: "numeric", month: "short", day: "numeric" };
  const time = end.toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return { isOff: word === "off", isOver: left <= 0, text: `${state} until ${time} (schedule)` };
}
/** The reason for a screen's mode, from its record. */
export const modeReason = record => record?.candidates.find(candidate => candidate.mode.name === record.winner?.name)?.reason ?? "";

/** Follows the events of the screens. `awayDidChange` runs when the daemon stops or starts to answer. */
export const followScreens = awayDidChange => follow("/api/screens", {
  state({ lines, ...more }) {
    Object.assign(state, more);
    document.body.classList.toggle("observe", !controls());
    model.lines = lines;
    showMessage(state.daemon ? null : daemonAway, { key: "daemon", trouble: true });
    awayDidChange();
    refreshSoon();
  },
  line(line) {
    model.lines.push(line);
    if (model.lines.length > 300) model.lines.shift();
    refreshSoon();
  },
  change: () => refreshSoon(),
  ping() { /* It shows that the connection works. */ },
}, "/pair?to=screens", awayDidChange);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refreshSoon(); });

// Only a request shows that the daemon does not answer. Visible previews make several a second; without them the page makes one every 5 s.
const maxSilence = 5000;
let requestedAt = 0;
export const noteRequest = () => { requestedAt = performance.now(); };
setInterval(() => {
  if (!document.hidden && state.known && !isAway() && performance.now() - requestedAt > maxSilence) call("Screens").catch(() => null);
}, maxSilence);

// The daemon sends no event for the next entry of a schedule.
setInterval(() => { if (model.screens.some(screen => schedule(screen.name)?.isOver)) refreshSoon(); }, 5000);

/** Calls a method of the daemon. Throws an error whose message is for people. */
export async function call(method, parameters = {}) {
  let reply;
  noteRequest();
  try {
    reply = await post("/api/call", { method, parameters }, 20_000);
  } catch {
    throw new Error("That was not sent: there is no connection.");
  }
  if (reply.status === 401) openPairing();
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error);
  return answer;
}
/** Calls a method and shows its note or its error. Returns the reply, or null after an error. */
export async function act(method, parameters = {}) {
  try {
    const answer = await call(method, parameters);
    // The reply's hint is left out: it names a command, and this page has a button for it.
    if (answer.note) showMessage(answer.note, { seconds: 6 });
    refreshSoon();
    return answer;
  } catch (error) {
    showMessage(error.message, { key: "refused", trouble: true, seconds: 6 });
    return null;
  }
}

let isRefreshing = false;
let isStale = false;
let refreshTimer;
/** Loads everything again after 150 ms, so that many events cause one request. */
function refreshSoon() {
  isStale = true;
  if (document.hidden || isRefreshing || refreshTimer || isAway()) return;
  refreshTimer = setTimeout(() => { refreshTimer = null; refresh(); }, 150);
}
async function refresh() {
  isRefreshing = true;
  isStale = false;
  try {
    const [screens, apps, sessions, status] = await Promise.all([
      call("Screens"), call("Apps"), controls() ? call("Sessions") : { sessions: [] }, controls() && !model.backend ? call("Status") : model,
    ]);
    const [{ connectors }, ...records] = await Promise.all([
      controls() && status.backend === "simulated" ? call("SimulatedConnectors").catch(() => ({ connectors: [] })) : { connectors: [] },
      ...screens.screens.map(({ name }) => call("Explain", { screen: name }).then(reply => reply.record, () => null)),
    ]);
    // Sorted by name, so that a display that was unplugged for a moment keeps its place.
    screens.screens.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
    if (status === model) refreshStatus();
    Object.assign(model, { screens: screens.screens, apps: apps.apps, sessions: sessions.sessions, connectors, backend: status.backend, warnings: status.warnings });
    model.records = new Map(records.filter(Boolean).map(record => [record.screen, record]));
    notifyChange();
  } catch {
    // Another message shows the reason: the stream's, or that of the daemon.
    setTimeout(refreshSoon, 2000);
  }
  isRefreshing = false;
  if (isStale) refreshSoon();
}

// The daemon looks for the files of its configuration before it reports warnings, and a disk may be slow. So only the first refresh waits for
// Status; later requests run beside it, with this pause between them.
const statusPause = 2000;
let isStatusStale = false;
let statusTimer = null;
function refreshStatus() {
  isStatusStale = true;
  statusTimer ??= setTimeout(requestStatus);
}
async function requestStatus() {
  if (!isStatusStale || !controls() || document.hidden || isAway()) {
    statusTimer = null;
    return;
  }
  isStatusStale = false;
  try {
    const { backend, warnings } = await call("Status");
    Object.assign(model, { backend, warnings });
    notifyChange();
  } catch { isStatusStale = true; }
  statusTimer = setTimeout(requestStatus, statusPause);
}
// The daemon sends no event when a missing file is back.
setInterval(() => { if (model.warnings.length) refreshStatus(); }, 5000);
