// The log of events, newest first, and the proof of play of today.
import { call, model } from "./model.js";
import { $, called, controls, make, onState } from "./page.js";

const maxLines = 60;
const sentences = { plugged: "was plugged in", unplugged: "was unplugged", on: "is on", off: "is off", cannotShow: "cannot show something" };
const time = milliseconds => new Date(milliseconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** The text of a line. A connector's name does not break across lines. */
function sentence({ kind, screen, label, display, reason }) {
  const connector = screen.replaceAll("-", "\u2011");
  const name = label ? called(label, connector) : display ? `${display} (${connector})` : connector;
  return `${name} ${sentences[kind]}${reason ? `: ${reason}` : ""}`;
}

let shownKey = "";
function showLog() {
  const lines = model.lines.slice(-maxLines).reverse();
  const key = lines.map(line => line.number).join();
  if (key === shownKey) return;
  shownKey = key;
  $("#lines").replaceChildren(...lines.map(line => make("li", {}, make("span", { class: "numbers soft small" }, time(line.at)), make("span", {}, sentence(line)))));
  $("#nothing").hidden = lines.length > 0;
}
onState(showLog);

const maxPlays = 100;
/** Shows today's proof of play. */
export async function showPlays() {
  const host = $("#played");
  const now = new Date();
  const two = number => String(number).padStart(2, "0");
  try {
    const { plays } = await call("Plays", { since: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}` });
    const rows = plays.slice(-maxPlays).reverse();
    const name = play => [...new Set([play.item, play.content.split("/").pop()])].filter(Boolean).join(" · ");
    host.replaceChildren(rows.length
      ? make("table", {}, make("thead", {}, make("tr", {}, ...["From", "Screen", "Item", "Shown", "Ended"].map(title => make("th", { scope: "col" }, title)))),
        make("tbody", {}, ...rows.map(play => make("tr", {}, make("td", { class: "numbers" }, time(Date.parse(play.firstFlip))), make("td", {}, called(play.label, play.screen)), make("td", {}, name(play)),
          make("td", { class: "numbers" }, `${((play.endNanoseconds - play.firstFlipNanoseconds) / 1e9).toFixed(1)} s`), make("td", {}, play.reason ? `${play.ending} (${play.reason})` : play.ending)))))
      : make("p", { class: "soft" }, "No item has ended today."));
    $("#plays-count").textContent = plays.length > rows.length ? `The newest ${rows.length} of ${plays.length} today` : `${plays.length} today`;
  } catch (error) {
    host.replaceChildren(make("p", { class: "bad" }, error.message));
  }
}
onState(() => { $("#plays").hidden = !controls(); });
