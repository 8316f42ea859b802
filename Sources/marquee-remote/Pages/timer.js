// The timer, which counts between two states of the talk.
import { all, setTextOfAll, state } from "./page.js";
import { shownSlides, slideOf } from "./slides.js";

function formatDuration(milliseconds) {
  const total = Math.floor(Math.abs(milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = number => String(number).padStart(2, "0");
  return (milliseconds < 0 ? "−" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(seconds);
}
let ticking;
/** Shows the time, now and at each full second of a timer that runs. */
export function tick() {
  clearTimeout(ticking);
  const timer = state.talk?.timer;
  const now = timer ? timer.elapsed + (timer.running ? performance.now() - state.receivedAt : 0) : 0;
  let tone = "";
  let pace = timer && !timer.running ? (now ? "paused" : "starts with the first slide change") : "";
  if (timer?.duration) {
    const left = timer.duration - now;
    const share = shownSlides() > 1 ? shownSlides(slideOf(state.talk.page)) / (shownSlides() - 1) : 1;
    const ahead = share - now / timer.duration;
    const word = left < 0 ? "over time" : ahead < -0.1 ? "behind" : ahead > 0.1 ? "ahead" : "on pace";
    tone = left < 0 ? "bad" : ahead < -0.1 || left < 6e4 ? "warn" : "good";
    pace = `${left < 0 ? formatDuration(-left) + " over" : formatDuration(Math.ceil(left / 1000) * 1000) + " left"} · ${timer.running ? word : now ? "paused" : "not started"}`;
    if (left < 0) pace = `${formatDuration(-left)} over time`;
  }
  setTextOfAll("[data-timer]", formatDuration(now));
  setTextOfAll("[data-pace]", pace || "\u00a0");
  all("[data-timer], [data-pace]").forEach(element => {
    element.classList.toggle("soft", !tone && element.hasAttribute("data-pace"));
    for (const name of ["good", "warn", "bad"]) element.classList.toggle(name, tone === name);
  });
  all("[data-timer-icon]").forEach(element => element.setAttribute("href", timer?.running ? "#icon-pause" : "#icon-play"));
  all("[data-timer-button]").forEach(element => element.setAttribute("aria-label", timer?.running ? "Pause the timer" : "Start the timer"));
  if (timer?.running) ticking = setTimeout(tick, 1000 - now % 1000 + 5);
}

