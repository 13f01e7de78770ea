"""Writes src/rewards/ifbench/language/profiles.ts from the profiles of langdetect.

    pip install langdetect==1.0.9
    python3 scripts/language_profiles.py

langdetect and its profiles are under Apache-2.0, as this project is. Kept of a profile is how often
each n-gram comes, in steps of a logarithm; n-grams that no text can have once its characters are
normalised are left out, most of them Korean and Japanese.
"""

import json
import math
from pathlib import Path

import langdetect
from langdetect.utils.ngram import NGram

STEP = 0.05
HEADER = """\
/**
 * How often n-grams of up to three characters come in 55 languages, a language a line: its code and,
 * behind a bar each, its n-grams of one, two and three characters, those that are equally frequent
 * together behind the number of their step.
 *
 * Written by scripts/language_profiles.py from the profiles of langdetect 1.0.9 (Copyright Nakatani
 * Shuyo and Michal Danilak, Apache-2.0).
 */
export const profiles: string = `
"""
KANJI = """\
/** Characters of Japanese and Chinese that count as one, the first of each group, one group a word. */
export const kanjiGroups: string = `
"""


def step_of(frequency: float) -> int:
    return round(-math.log(frequency) / STEP)


def reachable(gram: str) -> bool:
    return 1 <= len(gram) <= 3 and gram != " " and all(NGram.normalize(c) == c for c in gram)


def line_of(profile: dict) -> str:
    parts = [profile["name"]]
    for length in (1, 2, 3):
        steps: dict[int, list[str]] = {}
        for gram, count in profile["freq"].items():
            if len(gram) == length and reachable(gram):
                steps.setdefault(step_of(count / profile["n_words"][length - 1]), []).append(gram)
        parts.append("".join(f"{step}{''.join(sorted(steps[step]))}" for step in sorted(steps)))
    line = "|".join(parts)
    assert not set(line) & set("`\\$\n\r"), profile["name"]
    return line


def main() -> None:
    folder = Path(langdetect.__file__).parent / "profiles"
    lines = [line_of(json.loads(path.read_text("utf-8"))) for path in sorted(folder.iterdir())]
    target = Path(__file__).parent.parent / "src/rewards/ifbench/language/profiles.ts"
    groups = sorted(group for group in NGram.CJK_CLASS if len(group) > 1)
    target.write_text(
        HEADER + "\n".join(lines) + "\n`;\n\n" + KANJI + "\n".join(groups) + "\n`;\n", "utf-8"
    )


main()
