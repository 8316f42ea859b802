// The box: its screens, apps and sessions, asked for as something happens there; and what is done to it.
import { controls, heard, isAway, noAnswer, post, state, tell } from "./page.js";
import { follow, leave } from "./stream.js";

/** What is known of it. */
export const box = { screens: [], records: new Map(), apps: [], sessions: [], backend: "", warnings: [], lines: [] };
/** The value of a setting as it counts on a screen. */
export const setting = (screen, name) => box.records.get(screen)?.settings.find(one => one.name === name)?.value;
/** What a schedule says of a screen's power, if it has it off, or if it would and was overruled. */
export function schedule(screen) {
  const [, word, until] = /^(on|off)(?: until (.+))?$/.exec(setting(screen, "schedule") ?? "") ?? [];
  if (!word) return null;
  const state = word === "off" ? "Off" : "On";
  if (!until) return { isOff: word === "off", isOver: false, words: `${state} (schedule)` };
  const end = new Date(until);
  const left = end - Date.now();
  const day = left < 86_400_000 ? {} : left < 6 * 86_400_000 ? { weekday: "short" } : { year: "numeric", month: "short", day: "numeric" };
  const time = end.toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return { isOff: word === "off", isOver: left <= 0, words: `${state} until ${time} (schedule)` };
}
/** Why a screen's mode is the one that it is, by its record. */
export const whyMode = record => record?.candidates.find(one => one.mode === record.winner)?.reason ?? "";

/** Begins to hear of the box; calls back when it is known whether it is away. */
export const listen = awayDidChange => follow("/api/screens", {
  state({ lines, ...more }) {
    Object.assign(state, more);
    document.body.classList.toggle("observe", !controls());
    box.lines = lines;
    tell(state.daemon ? null : noAnswer, { key: "daemon", trouble: true });
    awayDidChange();
    refreshSoon();
  },
  line(line) {
    box.lines.push(line);
    if (box.lines.length > 300) box.lines.shift();
    refreshSoon();
  },
  ping() { /* It is heard of, which is all. */ },
}, "/pair?to=screens", awayDidChange);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refreshSoon(); });

// That the daemon does not answer is found out by what is asked of it. A picture is asked for several times a second, if there is one to be seen.
const mostSilence = 5000;
let askedAt = 0;
/** Something was asked of the daemon. */
export const noteQuestion = () => { askedAt = performance.now(); };
setInterval(() => {
  if (!document.hidden && state.known && !isAway() && performance.now() - askedAt > mostSilence) ask("Screens").catch(() => null);
}, mostSilence);

// The next entry of a schedule is no event.
setInterval(() => { if (box.screens.some(screen => schedule(screen.name)?.isOver)) refreshSoon(); }, 5000);

/** Asks one of the daemon's methods; throws an error with a sentence for people. */
export async function ask(method, parameters = {}) {
  let reply;
  noteQuestion();
  try {
    reply = await post("/api/call", { method, parameters }, 20_000);
  } catch {
    throw new Error("That was not sent: there is no connection.");
  }
  if (reply.status === 401) leave();
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error);
  return answer;
}
/** Has the daemon do something, and says so where it did not; tells whether it was done. */
export async function act(method, parameters = {}) {
  try {
    const answer = await ask(method, parameters);
    // Its hint is for who is at a terminal: here there is a button.
    if (answer.note) tell(answer.note, { seconds: 6 });
    refreshSoon();
    return answer;
  } catch (error) {
    tell(error.message, { key: "refused", trouble: true, seconds: 6 });
    return null;
  }
}

let asking = false;
let stale = false;
let soon;
/** Asks for everything once more, in a moment: in a storm of events not after each. */
export function refreshSoon() {
  stale = true;
  // Who does not look needs to know nothing.
  if (document.hidden || asking || soon || isAway()) return;
  soon = setTimeout(() => { soon = null; refresh(); }, 150);
}
async function refresh() {
  asking = true;
  stale = false;
  try {
    const [screens, apps, sessions, status] = await Promise.all([
      ask("Screens"), ask("Apps"), controls() ? ask("Sessions") : { sessions: [] }, controls() && !box.backend ? ask("Status") : box,
    ]);
    const records = await Promise.all(screens.screens.map(({ name }) => ask("Explain", { screen: name }).then(reply => reply.record, () => null)));
    // By name, wherever the daemon has them: a display that was off and is on again stays where it was.
    screens.screens.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
    if (status === box) refreshStatus();
    Object.assign(box, { screens: screens.screens, apps: apps.apps, sessions: sessions.sessions, backend: status.backend, warnings: status.warnings });
    box.records = new Map(records.filter(Boolean).map(record => [record.screen, record]));
    heard.forEach(handler => handler());
  } catch {
    // What is wrong is said already, or comes with the stream.
    setTimeout(refreshSoon, 2000);
  }
  asking = false;
  if (stale) refreshSoon();
}

// For its warnings the daemon looks at the media of its configuration, and a disk may be slow: after the first answer the page waits for no other one,
// and asks again after this pause at the earliest.
const statusPause = 2000;
let isStatusStale = false;
let statusTimer = null;
function refreshStatus() {
  isStatusStale = true;
  statusTimer ??= setTimeout(askStatus);
}
async function askStatus() {
  if (!isStatusStale || !controls() || document.hidden || isAway()) {
    statusTimer = null;
    return;
  }
  isStatusStale = false;
  try {
    const { backend, warnings } = await ask("Status");
    Object.assign(box, { backend, warnings });
    heard.forEach(handler => handler());
  } catch { isStatusStale = true; }
  statusTimer = setTimeout(askStatus, statusPause);
}
// A missing file that is there again is no event.
setInterval(() => { if (box.warnings.length) refreshStatus(); }, 5000);
