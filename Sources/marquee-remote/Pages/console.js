import { $, controls, make, onState, state, write } from "./page.js";
import { begin, happened } from "./talk.js";

// The time of day, as the laptop has it.
function showClock() {
  write($("#clock"), new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  setTimeout(showClock, 60_000 - Date.now() % 60_000 + 20);
}

/** What the audience sees, on which displays, and what has just happened to them. */
function showScreens() {
  const talk = state.talk;
  const screens = talk?.screens ?? [];
  // To who looks on the displays are not told of.
  const lit = controls() ? screens.some(screen => screen.state === "shown") : talk?.page;
  write($("#seen"), !talk ? "Nothing of a talk" : !lit ? "Nothing: no display shows the talk" : talk.cover !== "none" ? (talk.cover === "black" ? "Black" : "White")
    : `Slide ${talk.shownPage}${talk.frozen ? ", frozen" : ""}${talk.message ? ", with a message" : ""}`);
  const list = screens.map(({ screen, mode, state }) => `${screen} ${state === "shown" ? mode ?? "" : state === "waiting" ? "waits" : "shows something else"}`);
  const key = list.join("\n");
  if ($("#screens").dataset.key !== key) {
    $("#screens").dataset.key = key;
    $("#screens").replaceChildren(...(list.length ? list : ["None is plugged in"]).map(text => make("li", {}, text)));
  }
  const last = happened[0];
  if (last) write($("#last"), `${last.at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}  ${last.text}`);
}
onState(showScreens);
showClock();
begin();
