# SPDX-License-Identifier: Apache-2.0
"""What `pip install FOLDER` calls in the folder of the module (PEP 517, PEP 660). The wheel has no copy of the module but a
line that leads Python to it, because the module finds its simulator from where it lies. Needs no other package, and
writes nothing into the folder."""

import base64
import hashlib
import pathlib
import tomllib
import zipfile


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    del config_settings, metadata_directory
    here = pathlib.Path.cwd()
    project = tomllib.loads((here / "pyproject.toml").read_text())["project"]
    name = f"{project['name']}-{project['version']}"
    files = {
        "rockcreek.pth": f"{here}\n",
        f"{name}.dist-info/METADATA": "".join(f"{key}: {value}\n" for key, value in [
            ("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", project["version"]),
            ("Summary", project["description"]), ("License", "Apache-2.0"),
            ("Requires-Python", project["requires-python"]),
            *(("Requires-Dist", each) for each in project["dependencies"])]),
        f"{name}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: rockcreek\nRoot-Is-Purelib: true\n"
                                   "Tag: py3-none-any\n",
    }
    record = f"{name}.dist-info/RECORD"
    lines = []
    for file, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        lines.append(f"{file},sha256={digest},{len(text.encode())}\n")
    files[record] = "".join([*lines, f"{record},,\n"])
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, wheel), "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    return wheel


build_editable = build_wheel
