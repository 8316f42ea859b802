// Receives the states of the talk, and sends actions to it.
import { controls, notifyChange, onState, post, showMessage, state } from "./page.js";
import { follow, openPairing } from "./stream.js";

/** What a display does, by its state in a talk. */
export const states = { shown: "shows the talk", waiting: "waits", hidden: "shows something else", alarm: "shows an alarm" };

export const followTalk = () => follow("/api/events", {
  hello({ role }) {
    state.role = role;
    document.body.classList.toggle("observe", !controls());
  },
  state(update) {
    const before = state.talk;
    Object.assign(state, { talk: null, daemonTrouble: null }, update, { receivedAt: performance.now() });
    notifyChange(before);
  },
}, "/pair");

async function send(action, more) {
  try {
    const reply = await post("/api/act", { action, ...more });
    if (reply.ok) return true;
    if (reply.status === 401) openPairing();
    else showMessage((await reply.json()).error, { key: "refused", trouble: true, seconds: 4 });
  } catch {
    showMessage("That was not sent: there is no connection.", { key: "refused", trouble: true, seconds: 4 });
  }
  return false;
}
let newest = Promise.resolve();
/**
 * Sends an action, and shows the reason if the talk refuses it. Each action waits for the reply to the previous one, because two requests
 * of a browser may overtake each other.
 */
export const act = (action, more = {}) => newest = newest.then(() => send(action, more));

// Switches that were pressed and whose new state has not arrived yet. The next press turns them back.
const pending = new Map();
const isOn = {
  freeze: () => Boolean(state.talk?.frozen), timer: () => Boolean(state.talk?.timer?.running),
  black: () => state.talk?.cover === "black", white: () => state.talk?.cover === "white",
};
onState(() => pending.forEach((on, name) => { if (!state.talk || isOn[name]() === on) pending.delete(name); }));
/** Presses a switch of the talk: `black`, `white`, `freeze` or `timer`. */
export async function toggle(name) {
  const on = !(pending.get(name) ?? isOn[name]());
  pending.set(name, on);
  const isDone = name === "timer" ? await act(on ? "startTimer" : "pauseTimer") : await act(name, { on });
  if (!isDone) pending.delete(name);
}

// The page sends only the newest pointer position, waits for each reply, and sends at most 40 a second.
const pointerInterval = 1000 / 40;
let position;
let isSending = false;
/** Moves the pointer, or turns it off with the action `pointerOff`. */
export async function point(action, x, y) {
  position = action === "pointerOff" ? { action } : { action, x, y };
  if (isSending) return;
  isSending = true;
  for (let failures = 0; position && failures < 5;) {
    const sent = position;
    position = null;
    const [isDone] = await Promise.all([
      post("/api/act", sent).then(reply => reply.ok || reply.status < 500 && reply.status !== 429, () => false),
      new Promise(done => setTimeout(done, pointerInterval)),
    ]);
    if (isDone) { failures = 0; continue; }
    failures += 1;
    // A pointer that stays on disturbs the audience, so `pointerOff` is sent again.
    if (sent.action === "pointerOff") position ??= sent;
    await new Promise(done => setTimeout(done, 200));
  }
  isSending = false;
}
