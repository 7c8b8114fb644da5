"""The packages that are compiled into one for this system: python3 .ci/licences.py PACKAGE FOLDER [OPTION…]

LICENSES-PACKAGES.txt   each from elsewhere with its licence; then each text once, below the packages that it is of
LICENSES-RUST.html      the same of Rust's standard library, where the toolchain has it
bestply.cdx.json        all as a bill of materials (CycloneDX 1.5)

The same versions make the same bytes.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def texts(name, version, licence):
    """What a package says of its licence, in its sources, which Cargo has."""
    sources = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"), "registry/src")
    files = sorted(file for file in sources.glob(f"*/{name}-{version}/*") if file.is_file())
    own = [file for file in files if re.match("licen[cs]e|unlicense|copying|copyright|notice", file.name, re.I)]
    if not own and "Apache-2.0" in licence:
        own = [pathlib.Path("LICENSE-APACHE")]  # These terms need no name of who gave them.
    if not own:
        sys.exit(f"error: {name} {version} has no text of its licence, {licence}")
    return [file.read_text(encoding="utf-8") for file in own]


def component(kind, name, version):
    purl = f"pkg:cargo/{name}@{version.replace('+', '%2B')}"
    return {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}


def main(main_package, folder, *options):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    # Without what only builds or tests it. A package with a path is ours; the others are from the registry, which is all that
    # deny.toml allows, and Cargo.lock has their check sums.
    tree = ["cargo", "tree", "--locked", "--package", main_package, *options, "--edges", "normal,no-proc-macro"]
    listed = output(*tree, "--prefix", "none", "--format", "{p}|{l}")
    lines = re.findall(r"^(\S+) v(\S+)( \(.*\))?\|(.*?)(?: \(\*\))?$", listed, re.M)
    packages = sorted({(name, version, licence.replace("/", " OR "), bool(path)) for name, version, path, licence in lines})
    lock = pathlib.Path("Cargo.lock").read_text(encoding="utf-8")
    sums = {pair[:2]: pair[2] for pair in re.findall(r'name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"', lock)}

    licences, components, owners = [], [], {}
    for name, version, licence, is_own in packages:
        one = component("library", name, version) | {"licenses": [{"expression": licence}]}
        if not is_own:
            one["hashes"] = [{"alg": "SHA-256", "content": sums[name, version]}]
            licences.append(f"{name} {version}: {licence}")
            for text in texts(name, version, licence):
                owners.setdefault(text, []).append(f"{name} {version}")
        if name == main_package:
            main_component = component("application", name, version)
        else:
            components.append(one)
    parts = [f"{'-' * 40}\nThe licence of:\n{chr(10).join(names)}\n\n{text}" for text, names in owners.items()]
    head = "Packages from elsewhere that are compiled into bestply, with their licences\n\n"
    (folder / "LICENSES-PACKAGES.txt").write_text(head + "\n".join([*licences, "", *parts]), encoding="utf-8")
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1}
    bill |= {"metadata": {"component": main_component}, "components": components}
    (folder / "bestply.cdx.json").write_text(json.dumps(bill, indent=1), encoding="utf-8")
    rust = pathlib.Path(output("rustc", "--print", "sysroot").strip(), "share/doc/rust/COPYRIGHT-library.html")
    if rust.exists():
        shutil.copy(rust, folder / "LICENSES-RUST.html")
    else:
        print("the toolchain has no licences of its library: LICENSES-RUST.html is not written")


main(*sys.argv[1:])
