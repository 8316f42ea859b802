import { $, called, controls, make, onState, setText, state } from "./page.js";
import { screenEvents } from "./talk.js";
import { followTalk, states } from "./talk-actions.js";

function showClock() {
  setText($("#clock"), new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  setTimeout(showClock, 60_000 - Date.now() % 60_000 + 20);
}

/** Shows the audience's slide, the displays, and their last change. */
function showScreens() {
  const talk = state.talk;
  const screens = talk?.screens ?? [];
  // An observer gets no list of displays.
  const lit = controls() ? screens.some(screen => screen.state === "shown") : talk?.page;
  setText($("#seen"), !talk ? "No talk" : !lit ? (screens.some(screen => screen.state === "alarm") ? "An alarm covers the screen" : "Nothing: no display shows the talk") : talk.cover !== "none" ? (talk.cover === "black" ? "Black" : "White")
    : `Slide ${talk.shownPage}${talk.frozen ? ", frozen" : ""}${talk.message ? ", with a message" : ""}`);
  const list = screens.map(({ screen, label, mode, state }) => `${called(label, screen)} ${state === "shown" ? mode?.name ?? "" : states[state]}`);
  const key = list.join("\n");
  if ($("#screens").dataset.key !== key) {
    $("#screens").dataset.key = key;
    $("#screens").replaceChildren(...(list.length ? list : ["No display is plugged in"]).map(text => make("li", {}, text)));
  }
  const last = screenEvents[0];
  if (last) setText($("#last"), `${last.at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}  ${last.text}`);
}
onState(showScreens);
showClock();
followTalk();
