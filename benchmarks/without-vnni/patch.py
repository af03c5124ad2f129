"""Copies a library with each of its CPUID instructions made UD2: `python patch.py libonnxruntime.so.1 COPY`. Needs binutils."""

import re
import subprocess
import sys

source, copy = sys.argv[1:]
code = bytearray(open(source, "rb").read())
segments = [
    tuple(int(value, 16) for value in match.groups())
    for match in re.finditer(
        r"^\s+LOAD\s+(0x\S+)\s+(0x\S+)\s+\S+\s+(0x\S+)",
        subprocess.run(["readelf", "-lW", source], capture_output=True, text=True, check=True).stdout,
        re.M,
    )
]
listing = subprocess.run(["objdump", "-d", source], capture_output=True, text=True, check=True).stdout
for match in re.finditer(r"^\s*([0-9a-f]+):\s+0f a2\s+cpuid", listing, re.M):
    address = int(match.group(1), 16)
    at = next(offset + address - start for offset, start, size in segments if start <= address < start + size)
    code[at + 1] = 0x0B
open(copy, "wb").write(code)
