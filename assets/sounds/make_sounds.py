"""Write the program's sounds, all synthesised here, as small WAV files beside this script.

Run `python assets/sounds/make_sounds.py`; the same files come out each time.
"""

from __future__ import annotations

import math
import random
import struct
import wave
from collections.abc import Callable
from pathlib import Path

RATE = 22050
Wave = list[float]


def tone(
    pitch: float, seconds: float, decay: float = 6.0, bend: float = 0.0, overtones: tuple[float, ...] = (1.0,)
) -> Wave:
    """Make a struck tone; `bend` is how much the pitch changes till its end, as a share."""
    out, phase = [], 0.0
    count = int(RATE * seconds)
    for n in range(count):
        at = n / count
        phase += 2 * math.pi * pitch * (1 + bend * at) / RATE
        body = sum(strength * math.sin(phase * (k + 1)) for k, strength in enumerate(overtones))
        out.append(body * min(1.0, n / 60) * math.exp(-decay * at) * min(1.0, (count - n) / 200))
    return out


def noise(seconds: float, decay: float, smooth: float, seed: int = 1) -> Wave:
    """Make a hiss; `smooth` from 0 (bright) to 1 (dull)."""
    rng = random.Random(seed)
    out, last = [], 0.0
    count = int(RATE * seconds)
    for n in range(count):
        last = smooth * last + (1 - smooth) * rng.uniform(-1, 1)
        out.append(last * min(1.0, n / 80) * math.exp(-decay * n / count) * min(1.0, (count - n) / 200))
    return out


def mixed(*parts: tuple[float, float, Wave]) -> Wave:
    """Add waves, each beginning at a second and with a strength."""
    out = [0.0] * max(int(start * RATE) + len(part) for start, _, part in parts)
    for start, strength, part in parts:
        first = int(start * RATE)
        for n, value in enumerate(part):
            out[first + n] += strength * value
    return out


WOOD = (1.0, 0.35, 0.2)
BELL = (1.0, 0.0, 0.3, 0.0, 0.15)
SOUNDS: dict[str, Callable[[], Wave]] = {
    "click": lambda: mixed((0, 0.5, tone(620, 0.05, 7)), (0, 0.4, noise(0.03, 8, 0.4))),
    "place": lambda: mixed((0, 0.8, tone(210, 0.13, 8, -0.2, WOOD)), (0, 0.5, noise(0.05, 9, 0.6))),
    "slide": lambda: noise(0.26, 2.5, 0.86),
    "coin": lambda: mixed((0, 0.5, tone(1480, 0.18, 7, 0, BELL)), (0.05, 0.4, tone(1975, 0.2, 7, 0, BELL))),
    "card": lambda: mixed((0, 0.9, noise(0.12, 4, 0.55, 3)), (0.06, 0.3, tone(180, 0.06, 8, 0, WOOD))),
    "spell": lambda: mixed(
        *((k * 0.055, 0.4, tone(523 * 2 ** (step / 12), 0.34, 5, 0, BELL)) for k, step in enumerate((0, 4, 7, 12)))
    ),
    "hurt": lambda: mixed((0, 0.8, tone(220, 0.26, 4, -0.4, (1.0, 0.5, 0.3))), (0, 0.3, noise(0.1, 6, 0.7))),
    "out": lambda: mixed(
        *((k * 0.13, 0.55, tone(330 * 2 ** (-step / 12), 0.34, 4, -0.05, WOOD)) for k, step in enumerate((0, 3, 7)))
    ),
    "turn": lambda: mixed((0, 0.4, tone(440, 0.2, 6, 0, BELL)), (0.09, 0.4, tone(587, 0.26, 6, 0, BELL))),
    "win": lambda: mixed(
        *(
            (at, 0.42, tone(523 * 2 ** (step / 12), long, 4, 0, BELL))
            for at, step, long in ((0, 0, 0.3), (0.13, 4, 0.3), (0.26, 7, 0.3), (0.39, 12, 0.75), (0.39, 7, 0.75))
        )
    ),
    "refuse": lambda: mixed((0, 0.6, tone(185, 0.11, 4, -0.1, WOOD)), (0.12, 0.6, tone(165, 0.15, 4, -0.1, WOOD))),
}


def main() -> None:
    """Write every sound."""
    folder = Path(__file__).resolve().parent
    for name, make in SOUNDS.items():
        samples = make()
        loudest = max(abs(value) for value in samples)
        data = b"".join(struct.pack("<h", round(26000 * value / loudest)) for value in samples)
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(data)


if __name__ == "__main__":
    main()
