// What happened, newest first, and what was played.
import { ask, box } from "./box.js";
import { $, controls, make, onState } from "./page.js";

const shown = 60;
const says = {
  screenDidConnect: line => `${line.screen} was plugged in`,
  screenDidDisconnect: line => `${line.screen} was unplugged`,
  screenModesDidChange: line => `${line.screen} has other modes`,
  screenModeDidChange: line => `${line.screen} is at ${line.mode ?? "no mode"}`,
  sceneWillConnect: line => `${line.app} comes to ${line.screen}`,
  sceneWillEnterForeground: line => `${line.app} comes to the front on ${line.screen}`,
  sceneDidBecomeActive: line => `${line.app} can be seen on ${line.screen}`,
  sceneWillResignActive: line => `${line.app} is covered on ${line.screen}`,
  sceneDidEnterBackground: line => `${line.app} is behind on ${line.screen}`,
  sceneDidPresent: line => `${line.app} has its first frame on ${line.screen}`,
  sceneDidUpdate: line => `${line.app} is laid out anew on ${line.screen}`,
  sceneDidDisconnect: line => `${line.app} has left ${line.screen ?? "its display"}`,
  sessionDidDiscard: line => `A session of ${line.app} has ended for good`,
  appDidBecomeForeground: line => `${line.app} is in front${line.screen ? ` on ${line.screen}` : ""}`,
  appDidRegister: line => `${line.app} is there`,
  appDidUnregister: line => `${line.app} has signed off`,
  appDidLoseController: line => `${line.app} has lost its controller`,
  appDidNotAnswer: line => `${line.app} has not answered in time`,
  contentDidFail: line => `${line.screen} cannot show something of ${line.app}`,
  displayDidTellPower: line => `There is news of the power of the display at ${line.screen}`,
  standInDidBegin: line => `${line.screen} is away: its scenes go on without it`,
  standInDidEnd: () => "Scenes without a display have ended",
  sessionWasAskedAgain: line => `${line.app} was asked again about ${line.screen ?? "a display"}`,
  inputOwnerDidChange: line => `Who has the input of ${line.app} has changed`,
  applicationsDidMove: line => line.screen ? `The windows of ${line.app} are on ${line.screen}` : `There is no display for the windows of ${line.app}`,
  screenTrouble: line => line.screen ? `${line.screen} has trouble` : "There is trouble",
  talkDidChange: () => "The talk has changed",
  talkDidBegin: () => "A talk has begun",
  talkDidEnd: () => "The talk has ended",
};
const plain = line => [line.event.replace(/([A-Z])/g, " $1").toLowerCase(), line.screen, line.app].filter(Boolean).join(" · ");
const time = milliseconds => new Date(milliseconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** A line of the log in words; a connector's name stays on one line. */
function words(line) {
  const whole = { ...line, screen: line.screen?.replaceAll("-", "\u2011") };
  return (says[line.event]?.(whole) ?? plain(whole)) + (line.reason ? ` (${line.reason})` : "");
}

let newest = "";
function showLog() {
  const lines = box.lines.slice(-shown).reverse();
  const key = lines.map(line => line.number).join();
  if (key === newest) return;
  newest = key;
  $("#lines").replaceChildren(...lines.map(line => make("li", {}, make("span", { class: "numbers soft small" }, time(line.at)), make("span", {}, words(line)))));
  $("#nothing").hidden = lines.length > 0;
}
onState(showLog);

const most = 100;
/** Shows what was on the screens today. */
export async function showPlays() {
  const host = $("#played");
  const now = new Date();
  const two = number => String(number).padStart(2, "0");
  try {
    const { plays } = await ask("Plays", { since: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}` });
    const rows = plays.slice(-most).reverse();
    const name = play => [...new Set([play.item, play.content.split("/").pop()])].filter(Boolean).join(" · ");
    host.replaceChildren(rows.length
      ? make("table", {}, make("thead", {}, make("tr", {}, ...["From", "On", "What", "Shown", "Ended"].map(title => make("th", { scope: "col" }, title)))),
        make("tbody", {}, ...rows.map(play => make("tr", {}, make("td", { class: "numbers" }, time(Date.parse(play.firstFlip))), make("td", {}, play.screen), make("td", {}, name(play)),
          make("td", { class: "numbers" }, `${((play.endNanoseconds - play.firstFlipNanoseconds) / 1e9).toFixed(1)} s`), make("td", {}, play.reason ? `${play.ending} (${play.reason})` : play.ending)))))
      : make("p", { class: "soft" }, "Nothing has been played to its end today."));
    $("#plays-count").textContent = plays.length > rows.length ? `The newest ${rows.length} of ${plays.length} today` : `${plays.length} today`;
  } catch (error) {
    host.replaceChildren(make("p", { class: "bad" }, error.message));
  }
}
onState(() => { $("#plays").hidden = !controls(); });
