// The talk: the stream of its states, of which the newest counts, and what is done in it.
import { controls, onState, post, state, tell } from "./page.js";
import { follow, leave } from "./stream.js";
import { change } from "./talk.js";

/** When the newest state came, on this page's clock. */
export let receivedAt = 0;

/** Begins to hear of the talk. */
export const listen = () => follow("/api/events", {
  hello({ role }) {
    state.role = role;
    document.body.classList.toggle("observe", !controls());
  },
  state(news) {
    receivedAt = performance.now();
    const before = state.talk;
    Object.assign(state, { talk: null, daemonTrouble: null }, news);
    change(before);
  },
}, "/pair");

async function send(action, more) {
  try {
    const reply = await post("/api/act", { action, ...more });
    if (reply.ok) return true;
    if (reply.status === 401) leave();
    else tell((await reply.json()).error, { key: "refused", trouble: true, seconds: 4 });
  } catch {
    tell("That was not sent: there is no connection.", { key: "refused", trouble: true, seconds: 4 });
  }
  return false;
}
let newest = Promise.resolve();
/**
 * Does something in the talk and shows the reason if it is refused. Actions reach the talk in the order of the presses: each is sent
 * after the reply to the one before, because two requests of a browser may overtake each other.
 */
export const act = (action, more = {}) => newest = newest.then(() => send(action, more));

// Switches that were pressed and whose new state has not come back yet: the next press turns them back.
const asked = new Map();
const isOn = {
  freeze: () => Boolean(state.talk?.frozen), timer: () => Boolean(state.talk?.timer?.running),
  black: () => state.talk?.cover === "black", white: () => state.talk?.cover === "white",
};
onState(() => asked.forEach((on, name) => { if (!state.talk || isOn[name]() === on) asked.delete(name); }));
/** Presses a switch of the talk: `black`, `white`, `freeze` or `timer`. */
export async function toggle(name) {
  const on = !(asked.get(name) ?? isOn[name]());
  asked.set(name, on);
  const isDone = name === "timer" ? await act(on ? "startTimer" : "pauseTimer") : await act(name, { on });
  if (!isDone) asked.delete(name);
}

// Of places only the newest is sent, one after the other was answered, and as many as an eye can follow.
const placesApart = 1000 / 40;
let place;
let placing = false;
/** Points there, or nowhere (`pointerOff`). */
export async function point(action, x, y) {
  place = action === "pointerOff" ? { action } : { action, x, y };
  if (placing) return;
  placing = true;
  for (let failed = 0; place && failed < 5;) {
    const sent = place;
    place = null;
    const [came] = await Promise.all([
      post("/api/act", sent).then(reply => reply.ok || reply.status < 500 && reply.status !== 429, () => false),
      new Promise(done => setTimeout(done, placesApart)),
    ]);
    // A pointer that stays on is in the way: that it is off is sent until it came through.
    if (came) { failed = 0; continue; }
    failed += 1;
    if (sent.action === "pointerOff") place ??= sent;
    await new Promise(done => setTimeout(done, 200));
  }
  placing = false;
}
