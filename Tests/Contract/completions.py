"""The completions of marqueectl in real shells, beside a daemon: the line after TAB."""
import os
import pty
import re
import select
import signal
import subprocess
import time

from rig import PATIENCE, PROGRAMS, Failure, Rig

CONFIGURATION = """
screens:
  - { match: { connector: HDMI-A-1 }, name: Counter }
  - { match: { connector: DP-1 }, name: Front desk }
  - { match: { connector: HDMI-A-2 }, name: "Counter $(touch ran)" }
apps:
  lobby:
    foreground: true
    scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#204060" } }] }
"""
# What a person types before TAB; SESSION is the beginning of a session's identifier.
LINES = (
    "marqueectl scr", "marqueectl modes HDMI-A-1", "marqueectl modes eD", "marqueectl modes D", "marqueectl modes Coun", "marqueectl mode HDMI-A-1 1920x1080@6", "marqueectl mode HDMI-A-1 pre", "marqueectl rotate HDMI-A-1 flipped-2",
    "marqueectl wait HDMI-A-1 pres", "marqueectl wait HDMI-A-1 mode=1920x1080@6", "marqueectl wait HDMI-A-1 scene=lo", "marqueectl wait HDMI-A-1 pix",
    "marqueectl show HDMI-A-1 pat", "marqueectl show HDMI-A-1 pattern gri", "marqueectl show HDMI-A-1 image pict", "marqueectl show HDMI-A-1,D", "marqueectl show HDMI-A-1 image pict*re",
    "marqueectl foreground lo", "marqueectl session show SESSION", "marqueectl sessions --app lo", "marqueectl alarm clear fi", "marqueectl alarm raise --screen DP", "marqueectl mirror HDMI-A-1 --of appl",
    "marqueectl simulate plug eDP", "marqueectl content pict", "marqueectl content Coun", "marqueectl screenshot HDMI-A-1 pict", "marqueectl modes Fro",
)
BASH = """
source /usr/share/bash-completion/bash_completion
source ./bash.completion
PS1= PS2=
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
bind -x '"\\C-g": printf "LINE<%s>\\n" "$READLINE_LINE"; READLINE_LINE='
echo READY
"""
ZSH = """
autoload -Uz compinit
compinit -u -D
source ./zsh.completion
PS1= PS2=
unsetopt prompt_cr prompt_sp beep
zle_dump() { zle -I; print -r -- "LINE<$BUFFER>"; BUFFER= }
zle -N zle_dump
bindkey '^G' zle_dump
echo READY
"""
FISH = """
source ./fish.completion
function fish_prompt; end
function fish_greeting; end
function dump_line; printf 'LINE<%s>\\n' (commandline); commandline ''; end
bind \\cg dump_line
set -g fish_autosuggestion_enabled 0
echo READY
"""
SHELLS = {
    "bash": ("bash", "--noprofile", "--rcfile", "bashrc", "-i"), "zsh": ("zsh", "-d", "-i"),
    "fish": ("fish", "--no-config", "-i", "-C", "source ./config.fish"),
}


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, words, rig, environment):
        self.shell = words[0]
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.chdir(rig.place)
            os.execvpe(words[0], words, environment)
        self.read("READY")

    def read(self, mark):
        """The output up to a pattern."""
        output, end = b"", time.monotonic() + PATIENCE
        while not re.search(mark, output.decode(errors="replace")):
            if not select.select([self.end], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure(f"{self.shell} does not print {mark}: {output}")
            output += os.read(self.end, 1 << 16)
        return output.decode(errors="replace")

    def complete(self, line):
        os.write(self.end, f"{line}\t\x07".encode())
        return re.search(r"LINE<([^>]*)>", self.read(r"LINE<[^>]*>"))[1]

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.end)


def record(page):
    with Rig() as rig:
        rig.start(CONFIGURATION, "--connectors", "HDMI-A-1,HDMI-A-2,DP-1,eDP-1")
        rig.plug("HDMI-A-1")
        rig.plug("DP-1", "1280x720@60")
        # Bash expands the words that it is offered, and so would run the command in this name.
        rig.plug("HDMI-A-2")
        rig.tell("RaiseAlarm", name="fire", content={"color": "#aa0000"})
        rig.write("picture.png", "")
        session = rig.tell("Sessions")["sessions"][0]["identifier"]
        environment = {**rig.environment, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "TERM": "dumb", "HISTFILE": "", "ZDOTDIR": str(rig.place)}
        for shell in ("bash", "zsh", "fish"):
            script = subprocess.run([PROGRAMS / "marqueectl", "--generate-completion-script", shell], capture_output=True, check=True, env=environment).stdout
            rig.write(f"{shell}.completion", script)
        rig.write("bashrc", BASH)
        rig.write(".zshrc", ZSH)
        rig.write("config.fish", FISH)
        lines = [(line, line.replace("SESSION", session[:6])) for line in LINES]

        def shown(text):
            return text.replace(session, "<identifier>").rstrip()

        for shell, words in SHELLS.items():
            terminal = Terminal(words, rig, environment)
            page.add(shell, "\n".join(f"{line}: {shown(terminal.complete(typed))}" for line, typed in lines))
            terminal.close()
        page.add("words that a shell would run", "none ran" if not (rig.place / "ran").exists() else "they ran")
