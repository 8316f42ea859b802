"""The public interface of the library DisplayScenes, as a text: from the symbols that the compiler writes for its modules."""
import difflib
import functools
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
# The modules that a program gets with `import DisplayScenes`.
MODULES = ("DisplayScenes", "Scenes", "Composition", "DisplayTypes", "EventLoop")
# References, which have a thread and an owner. All other types are values.
REFERENCES = ("swift.class", "swift.protocol", "swift.actor")
TYPES = (*REFERENCES, "swift.struct", "swift.enum")


@functools.cache
def symbols(build, module):
    """The public symbols of a module of a debug build, and their relationships."""
    tools = pathlib.Path(shutil.which("swiftc") or "").resolve().parent
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)["target"]["unversionedTriple"]
    maps = [*TOP.glob("Sources/CModules/*/module.modulemap"), build / "checkouts/swift-system/Sources/CSystem/include/module.modulemap"]
    flags = [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]
    for word in subprocess.run(["pkg-config", "--cflags", "pixman-1", "libdrm"], capture_output=True, text=True, check=True).stdout.split():
        flags += ["-Xcc", word]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [tools / "swift-symbolgraph-extract", "-module-name", module, "-target", target, "-I", build / "debug/Modules", *flags,
             "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members", "-output-dir", folder], check=True)
        graphs = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))]
    return [symbol for graph in graphs for symbol in graph["symbols"]], [each for graph in graphs for each in graph["relationships"]]


def declaration(symbol):
    return " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())


def text(build):
    """A line for each public declaration, with members below their type."""
    lines = []
    for module in MODULES:
        found, relationships = symbols(build, module)
        lines += ["", f"module {module}", ""] if lines else [f"module {module}", ""]
        conformances = {}
        for each in relationships:
            if each["kind"] == "conformsTo":
                name = each.get("targetFallback", each["target"]).removeprefix("Swift.")
                conformances.setdefault(each["source"], set()).add(name)
        entries = {}
        for symbol in found:
            line = declaration(symbol)
            if symbol["kind"]["identifier"] in TYPES:
                # The compiler adds these to types by itself.
                if names := sorted(conformances.get(symbol["identifier"]["precise"], set()) - {"Copyable", "Escapable", "SendableMetatype"}):
                    line += f" : {', '.join(names)}"
            entries[(tuple(symbol["pathComponents"]), line)] = len(symbol["pathComponents"]) - 1
        lines += [f"{'  ' * depth}{line}" for (_, line), depth in sorted(entries.items())]
    return "\n".join(lines) + "\n"


def difference(before, after):
    return "\n".join(line for line in difflib.unified_diff(before.splitlines(), after.splitlines(), "recorded", "found", "", "", 0, ""))


def without_thread(build):
    """The public references whose comment names no thread or no owner, and the values that are not Sendable."""
    lacking = []
    for module in MODULES:
        found, relationships = symbols(build, module)
        sendable = {each["source"] for each in relationships if each["kind"] == "conformsTo" and each["target"] == "s:s8SendableP"}
        for symbol in found:
            kind, name = symbol["kind"]["identifier"], ".".join([module, *symbol["pathComponents"]])
            comment = " ".join(line["text"] for line in symbol.get("docComment", {}).get("lines", ()))
            if kind in REFERENCES and not (re.search(r"\bthreads?\b", comment) and re.search(r"\b([Kk]eeps?|owns?|owner|maker|reference)\b", comment)):
                lacking.append(name)
            elif kind in TYPES and kind not in REFERENCES and symbol["identifier"]["precise"] not in sendable:
                lacking.append(name)
    return lacking


def without_maker(build):
    """The values that a program has to pass, but cannot make: their type is of a module that it cannot import, or has no public initialiser or case."""
    all_symbols = [(module, symbol) for module in MODULES for symbol in symbols(build, module)[0]]
    known = {symbol["identifier"]["precise"]: symbol["kind"]["identifier"] for _, symbol in all_symbols}
    relationships = [each for module in MODULES for each in symbols(build, module)[1]]
    owners = {each["source"]: each["target"] for each in relationships if each["kind"] in ("memberOf", "requirementOf")}
    defaults = {each["source"] for each in relationships if each["kind"] == "defaultImplementationOf"}
    makers, passed = set(), {}
    for module, symbol in all_symbols:
        owner = owners.get(symbol["identifier"]["precise"])
        if symbol["kind"]["identifier"] in ("swift.init", "swift.enum.case"):
            makers.add(owner)
        for name, type in passed_types(symbol, symbol["identifier"]["precise"] in defaults or known.get(owner) == "swift.protocol"):
            passed.setdefault(type, f"{name} of {module}.{'.'.join(symbol['pathComponents'])}")
    ours = {path.name for path in (TOP / "Sources").iterdir()}
    return sorted(user for type, user in passed.items() if not is_makeable(type, known, makers, ours))


def is_makeable(type, known, makers, ours):
    if type in known:
        # References come from the library itself, or have an initialiser.
        return known[type] in REFERENCES or type in makers or known[type] == "swift.typealias"
    module = re.match(r"s:(\d+)(\w+)", type)
    return not module or module[2][:int(module[1])] not in ours


def passed_types(symbol, is_requirement):
    """The names and identifiers of the types that a program passes: arguments, results of its closures and of its delegates, and answers."""
    signature = symbol.get("functionSignature", {})
    passed = list(signature.get("returns", ())) if is_requirement else []
    for parameter in signature.get("parameters", ()):
        fragments = parameter["declarationFragments"]
        arrow = next((index for index, each in enumerate(fragments) if "->" in each["spelling"]), None)
        if is_requirement:
            # The program calls the closures that its delegates get.
            passed += fragments[:arrow] if arrow is not None else []
        else:
            passed += fragments[arrow + 1:] if arrow is not None else fragments
    return [(each["spelling"], each["preciseIdentifier"]) for each in passed if each["kind"] == "typeIdentifier" and "preciseIdentifier" in each]
