// The log of events, newest first, and the proof of play of today.
import { call, model } from "./model.js";
import { $, called, controls, make, onState } from "./page.js";

const maxLines = 60;
const sentences = {
  screenDidConnect: line => `${line.screen} was plugged in`,
  screenDidDisconnect: line => `${line.screen} was unplugged`,
  screenModesDidChange: line => `${line.screen} has other modes`,
  screenModeDidChange: line => `${line.screen} is at ${line.mode ?? "no mode"}`,
  sceneWillConnect: line => `${line.app} opens a scene on ${line.screen}`,
  sceneWillEnterForeground: line => `${line.app} comes to the front on ${line.screen}`,
  sceneDidBecomeActive: line => `${line.app} is visible on ${line.screen}`,
  sceneWillResignActive: line => `${line.app} is covered on ${line.screen}`,
  sceneDidEnterBackground: line => `${line.app} is in the background on ${line.screen}`,
  sceneDidPresent: line => `${line.app} has its first frame on ${line.screen}`,
  sceneDidUpdate: line => `${line.app} has a new layout on ${line.screen}`,
  sceneDidDisconnect: line => `${line.app} has left ${line.screen ?? "its display"}`,
  sessionDidDiscard: line => `A session of ${line.app} has ended and is discarded`,
  appDidBecomeForeground: line => `${line.app} is in front${line.screen ? ` on ${line.screen}` : ""}`,
  appDidRegister: line => `${line.app} has registered`,
  appDidUnregister: line => `${line.app} has unregistered`,
  appDidLoseController: line => `${line.app} has lost its controller`,
  appDidNotAnswer: line => `${line.app} has not answered in time`,
  contentDidFail: line => `${line.screen} cannot show something of ${line.app}`,
  displayDidTellPower: line => `The display at ${line.screen} reported its power state`,
  standInDidBegin: line => `${line.screen} is unplugged: its scenes continue without it`,
  standInDidEnd: () => "Scenes without a display have ended",
  sessionWasAskedAgain: line => `${line.app} got a repeated question about ${line.screen ?? "a display"}`,
  inputOwnerDidChange: line => `The input of ${line.app} has another owner`,
  applicationsDidMove: line => line.screen ? `The windows of ${line.app} are on ${line.screen}` : `There is no display for the windows of ${line.app}`,
  screenTrouble: line => line.screen ? `${line.screen} has trouble` : "There is trouble",
  configurationDidReload: () => "Another configuration is in force",
  alarmDidRaise: () => "An alarm was raised",
  alarmDidClear: () => "An alarm has ended",
  talkDidChange: () => "The talk has changed",
  talkDidBegin: () => "A talk has begun",
  talkDidEnd: () => "The talk has ended",
};
const eventWords = line => [line.event.replace(/([A-Z])/g, " $1").toLowerCase(), line.screen, line.app].filter(Boolean).join(" · ");
const time = milliseconds => new Date(milliseconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** The text of a line. A connector's name does not break across lines. */
function sentence(line) {
  const whole = { ...line, screen: line.screen && called(line.label, line.screen.replaceAll("-", "\u2011")) };
  return (sentences[line.event]?.(whole) ?? eventWords(whole)) + (line.reason ? ` (${line.reason})` : "");
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
