#!/usr/bin/env python3
"""Learns what the words around a statement make of it: whether it is demanded again, or refused.

usage: wrapper.py FILE.jsonl... > crates/council-rules/src/model/align/wrapper.txt

A line of a file is {"turns": bool, "frame": "It is up to {s} to {v} {r}"}; a file is one writer. Words and pairs of words are
weighed by a logistic regression; each writer is left out once, and the figures stand at the head of the table."""
import collections, json, math, re, sys

# Words that say nothing of it; the table has them too, so that they are passed over there as here.
NEUTRAL = """the a an to of is are be been being it its this that these those there for in on by as at and or we our us you
your they their he she i my with from must shall will should would""".split()


def cut(word):
    """The stem of a word, as `words::stem` cuts it."""
    def ending(word, end, least):
        rest = word[: -len(end)]
        return rest if word.endswith(end) and len(rest) >= least else None

    word = word[:-2] if word.endswith("'s") else word
    bare = None
    if word.endswith("s"):
        bare = ending(word, "ies", 3) or ending(word, "es", 4)
        if not bare and (rest := ending(word, "s", 3)) and rest[-1] not in "sui":
            bare = rest
    elif word.endswith("d"):
        bare = ending(word, "ied", 3) or ending(word, "ed", 3)
        if not bare and (rest := ending(word, "d", 3)) and rest[-1] == "e":
            bare = rest
    elif word.endswith("g"):
        bare = ending(word, "ing", 3)
    bare = bare or word
    bare = {"n": lambda w: ending(w, "ation", 4) or ending(w, "ion", 4), "t": lambda w: ending(w, "ment", 4),
            "y": lambda w: ending(w, "ly", 4)}.get(bare[-1:], lambda w: None)(bare) or bare
    bare = ending(bare, "e", 3) or ending(bare, "y", 3) or bare
    return bare[:-1] if len(bare) >= 4 and bare[-1] == bare[-2] else bare


SHOWN = {}


def features(frame):
    """The words of a frame and the pairs that follow each other, by their stems."""
    found, last = set(), None
    for word in re.findall(r"\{\w+\}|[A-Za-z][A-Za-z'-]*", frame):
        if word.startswith("{"):
            last = None
            continue
        word = word.lower().rstrip("'-")
        if word.endswith("n't") or word == "cannot":
            word = "not"
        if word in NEUTRAL:
            continue
        stem = cut(word)
        if len(word) < len(SHOWN.get(stem, "x" * 99)):
            SHOWN[stem] = word
        found.add((stem,))
        if last:
            found.add((last, stem))
        last = stem
    return sorted(found)


def learn(rows, rounds=300, rate=0.3, decay=0.05):
    """Weights of features that were met twice."""
    seen = collections.Counter(one for _, own in rows for one in own)
    weights = {one: 0.0 for one, count in seen.items() if count >= 2}
    for _ in range(rounds):
        slope = collections.Counter()
        for turns, own in rows:
            total = sum(weights.get(one, 0.0) for one in own)
            error = turns - 1 / (1 + math.exp(-total))
            for one in own:
                if one in weights:
                    slope[one] += error
        for one in weights:
            weights[one] += rate * (slope[one] / math.sqrt(seen[one]) - decay * weights[one] / math.sqrt(seen[one]))
    return weights


def told(weights, own):
    total = sum(weights.get(one, 0.0) for one in own)
    return True if total >= 1.0 else False if total <= 0.0 else None


def main():
    writers = [[(row["turns"], features(row["frame"])) for row in map(json.loads, open(path))] for path in sys.argv[1:]]
    for at, left in enumerate(writers):
        weights = learn([row for other, rows in enumerate(writers) if other != at for row in rows])
        right = collections.Counter((turns, told(weights, own)) for turns, own in left)
        print(f"# writer {at + 1} left out: of {right[True, True] + right[True, False] + right[True, None]} that refuse "
              f"{right[True, True]} are told and {right[True, False]} taken for a demand; of "
              f"{right[False, True] + right[False, False] + right[False, None]} that demand {right[False, False]} and {right[False, True]}")
    weights = learn([row for rows in writers for row in rows])
    print("# Above zero for what refuses a statement: written by xtask/train/wrapper.py, never by hand.")
    print("=", *NEUTRAL)
    for one, weight in sorted(weights.items()):
        print(f"{weight:.2f} {' '.join(SHOWN[stem] for stem in one)}")


main()
