#!/usr/bin/env python3
"""Learns how likely an adjective or adverb makes a requirement vague, and writes the table of scores.

usage: word_scores.py LEXICA LABELS TEXTS OUT

LEXICA  the folder `textblob/en` of the Python package `textblob`: Brill's tags (MIT), Pattern's subjectivity (PDDL)
LABELS  JSONL of requirements: {"project", "text", "labels": {smell: [words]}}
TEXTS   JSONL of requirements without labels: {"text"}; only how often a word stands in them is used
OUT     the table: words by score, nothing of the requirements themselves

The word itself is no feature, so that nothing of the labels is remembered but the weights. What it prints first is the
figure that counts: each project scored by what the others taught.
"""

import collections
import json
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

SMELLS = ["subjective", "ambiguous_adv_adj", "nonverifiable", "superlative", "comparative"]
SUFFIXES = "able ible ful ive ly al ed ing ous ent ant ic less ory ary ish y ate st er ward".split()
WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
# Closed classes, of which rules know more than a score.
GRAMMAR = set(
    """can should may might could must shall will would not no more most less least other another such same only own all any
    each every both some this that these it its which also then just very too so there here when where how why than never always
    up down out off over under again once before after above below first second third next last one two three single
    double""".split()
)
LOWEST = 0.20


class Lexica:
    """What the free lexica and the texts say of a word."""

    def __init__(self, folder, texts):
        self.tags, self.subjectivity, self.polarity = {}, collections.defaultdict(list), collections.defaultdict(list)
        for line in open(f"{folder}/en-lexicon.txt", encoding="utf-8"):
            if line.strip() and not line.startswith(";;;"):
                word, tag = line.split()[:2]
                self.tags.setdefault(word, tag)
        for entry in ElementTree.parse(f"{folder}/en-sentiment.xml").getroot():
            form = entry.attrib["form"].lower()
            self.subjectivity[form].append(float(entry.attrib["subjectivity"]))
            self.polarity[form].append(float(entry.attrib["polarity"]))
        self.frequency = collections.Counter()
        for line in open(texts, encoding="utf-8"):
            self.frequency.update(WORD.findall(json.loads(line).get("text", "").lower()))

    def base(self, word):
        """The adjective behind an adverb, or the word behind its denial, where it is known."""
        forms = []
        if word.endswith("ly"):
            forms = [word[:-2], word[:-3] + "y", word[:-1] + "e", word[:-4]]
        forms += [word[len(head):] for head in ("un", "in", "im", "non-", "non") if word.startswith(head)]
        return next((form for form in forms if form in self.subjectivity), word)

    def is_candidate(self, word):
        known = word in self.subjectivity or self.base(word) != word
        return len(word) > 2 and word not in GRAMMAR and (known or self.tags.get(word, "")[:2] in ("JJ", "RB"))

    def features(self, word):
        base = self.base(word)
        values = {"bias": 1.0, "tag:" + self.tags.get(word, "?")[:3]: 1.0}
        if base != word:
            values["derived"] = 1.0
        scores = self.subjectivity.get(word) or self.subjectivity.get(base)
        if scores:
            mean = sum(scores) / len(scores)
            polarity = self.polarity.get(word) or self.polarity.get(base)
            values.update(known=1.0, mean=mean, square=mean * mean, high=float(mean >= 0.5), most=max(scores))
            values["polarity"] = abs(sum(polarity) / len(polarity))
        suffix = next((end for end in SUFFIXES if word.endswith(end) and len(word) > len(end) + 1), None)
        if suffix:
            values["suffix:" + suffix] = 1.0
        values["frequency"] = math.log1p(self.frequency[word]) / 8
        values["rare"] = float(self.frequency[word] < 5)
        values["length"] = len(word) / 10
        if word.startswith(("un", "in", "im", "non")):
            values["denied"] = 1.0
        if "-" in word:
            values["joined"] = 1.0
        return values


def examples(item, lexica):
    labelled = {word for smell in SMELLS for words in item["labels"].get(smell, []) for word in WORD.findall(words.lower())}
    words = WORD.findall(item["text"].lower())
    return [(word, lexica.features(word), word in labelled) for word in words if lexica.is_candidate(word)]


def probability(weights, features):
    total = sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def train(rows, rounds=200, decay=0.02, rate=0.3):
    """Logistic regression by gradient descent with a step for each weight; always gives the same weights."""
    names = sorted({name for _, features, _ in rows for name in features})
    weights, squares = dict.fromkeys(names, 0.0), dict.fromkeys(names, 1e-8)
    for _ in range(rounds):
        slopes = dict.fromkeys(names, 0.0)
        for _, features, label in rows:
            missed = probability(weights, features) - label
            for name, value in features.items():
                slopes[name] += missed * value
        for name in names:
            slope = slopes[name] / len(rows) * 20 + (decay * weights[name] if name != "bias" else 0.0)
            squares[name] += slope * slope
            weights[name] -= rate * slope / math.sqrt(squares[name])
    return weights


def main():
    lexica_folder, labels, texts, out = sys.argv[1:5]
    lexica = Lexica(lexica_folder, texts)
    items = [json.loads(line) for line in open(labels, encoding="utf-8")]
    rows = {project: [] for project in sorted({item["project"] for item in items})}
    for item in items:
        rows[item["project"]] += examples(item, lexica)
    for left, own in rows.items():
        weights = train([row for project, others in rows.items() if project != left for row in others])
        for least in (0.2, 0.3, 0.5):
            hits = [label for _, features, label in own if probability(weights, features) >= least]
            print(f"{left} by the others, from {least}: {sum(hits)} of {len(hits)} right, "
                  f"{sum(label for *_, label in own)} labelled")
    weights = train([row for others in rows.values() for row in others])
    known = set(lexica.tags) | set(lexica.subjectivity)
    words = sorted(word for word in known if WORD.fullmatch(word) and lexica.is_candidate(word))
    levels = collections.defaultdict(list)
    for word in words:
        score = probability(weights, lexica.features(word))
        if score >= LOWEST:
            levels[int(score * 100)].append(word)
    with open(out, "w", encoding="utf-8") as table:
        table.write("# How likely a word makes a requirement vague, in percent: written by `cargo xtask train`, never by hand.\n")
        table.write("# Words: Brill's tagged lexicon (MIT) and Pattern's lexicon of subjectivity (PDDL), from the package textblob.\n")
        table.write("# Weights: logistic regression on hand-labelled requirements of three public specifications (ARTA, MIT).\n")
        for level in sorted(levels, reverse=True):
            table.write(f"{level} {' '.join(levels[level])}\n")
    print(f"{sum(map(len, levels.values()))} words written to {out}")


if __name__ == "__main__":
    main()
