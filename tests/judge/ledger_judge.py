#!/usr/bin/env python3
"""Judges a run against the ledger of its engine.

    ledger_judge.py LEDGER TURNS SAMPLES [DISCARDED]

The engine writes what it sampled into LEDGER before it answers: ``{rid, prompt_ids, ids,
logprobs}``. The law:

* every entry is used by exactly one turn, or discarded with a cause: in a turn's ``discarded``, by
  a turn's ``discarded_cause``, or in DISCARDED;
* the ``prompt_ids`` of a used entry are the sample's ids before it, its ``ids`` the sample's ids
  from ``start`` on, its ``logprobs`` the sample's ``rollout_log_probs`` there;
* mask 1 stands on sampled ids only, and on every sampled id that has no reason to be masked (a null
  log-prob, a span of ``metadata.masked_spans``, a removed sample, a sibling that trains it);
* ids that nobody sampled have mask 0 and log-prob 0.0; no id is trained twice.

Where generate fanned out, several samples have one index: an entry belongs to those whose ids agree
with it, at least one of them.

Prints each violation and a last line that sums up. Exits 0 when the law holds, 1 when not, 2 when
the call is wrong. Needs Python 3.8 and nothing else; positions are of files, not of memory.
"""

import json
import os
import sys

NULL_LOG_PROB = "null_log_prob"


class Judge:
    """Collects violations and counts."""

    def __init__(self):
        self.violations = 0
        self.counts = dict.fromkeys(
            ("entries", "used", "discarded", "samples", "sampled", "trained", "masked"), 0
        )

    def report(self, kind, text):
        self.violations += 1
        print(f"violation: {kind}: {text}")

    def summary(self):
        counts = ", ".join(f"{value} {name}" for name, value in self.counts.items())
        verdict = "the law holds" if self.violations == 0 else f"{self.violations} violations"
        return f"ledger judge: {counts}: {verdict}"


class JsonLines:
    """Lines of a file, read once in order and again by position."""

    def __init__(self, path, judge):
        self.path = path
        self.judge = judge
        self.file = open(path, "rb")

    def __iter__(self):
        """Gives (offset, value) of each line."""
        self.file.seek(0)
        number = 0
        while True:
            offset = self.file.tell()
            line = self.file.readline()
            if not line:
                return
            number += 1
            try:
                value = json.loads(line)
            except ValueError as error:
                self.judge.report("line", f"{self.path} line {number} is no JSON: {error}")
                continue
            yield offset, value

    def at(self, offset):
        self.file.seek(offset)
        return json.loads(self.file.readline())


class Turn:
    """What the judge keeps of a turn that is in a sample."""

    def __init__(self, record):
        self.rid = record["rid"]
        self.index = record["index"]
        self.start = record["start"]
        self.tokens = record["tokens"]
        self.name = (
            f"index {record['index']} attempt {record['attempt']} turn {record['turn']}"
            f" (rid {record['rid']})"
        )


class SampleView:
    """A sample with what is found out about each position of its response."""

    def __init__(self, record, name):
        self.name = name
        self.tokens = record["tokens"]
        self.length = record["response_length"]
        self.prompt_length = len(self.tokens) - self.length
        mask = record["loss_mask"]
        self.mask = [1] * self.length if mask is None else mask
        self.log_probs = record["rollout_log_probs"]
        self.is_removed = record["remove_sample"]
        self.reasons = {}
        for start, length, reason in record["metadata"].get("masked_spans", []):
            for position in range(start, start + length):
                self.reasons[position] = reason
        # Position in the response to the turn that sampled it and the engine's log-prob.
        self.sampled = {}

    def has_shape(self, judge):
        lengths = [("loss_mask", self.mask)]
        if self.log_probs is not None:
            lengths.append(("rollout_log_probs", self.log_probs))
        wrong = [f"{key} has {len(value)}" for key, value in lengths if len(value) != self.length]
        if self.prompt_length < 0:
            wrong.append(f"tokens has {len(self.tokens)}")
        if wrong:
            judge.report("shape", f"{self.name}: response_length {self.length}: {', '.join(wrong)}")
        return not wrong


def first_difference(left, right):
    """The first position at which two lists differ, and how."""
    for at, (one, other) in enumerate(zip(left, right)):
        if one != other:
            return f"position {at}: ledger has {one}, sample has {other}"
    return f"ledger has {len(left)} ids, sample has {len(right)}"


def read_ledger(lines, judge):
    """Offsets of the entries by rid."""
    offsets = {}
    for offset, entry in lines:
        judge.counts["entries"] += 1
        if entry["rid"] in offsets:
            judge.report("ledger", f"rid {entry['rid']} has two entries")
        offsets[entry["rid"]] = offset
    return offsets


def read_turns(lines, discarded_lines, judge):
    """Turns that are in a sample, by index, and where each rid is told of."""
    used = {}
    told = {}

    def tell(rid, where, cause=None):
        told.setdefault(rid, []).append(where)
        if cause is not None and (not isinstance(cause, str) or cause == ""):
            judge.report("cause", f"rid {rid} is discarded without a cause by {where}")

    for _, record in lines:
        turn = Turn(record)
        for tried in record["discarded"]:
            tell(tried["rid"], f"discarded of {turn.name}", tried.get("cause", ""))
        if record["rid"] is None:
            continue
        if record["discarded_cause"] is None:
            used.setdefault(turn.index, []).append(turn)
            tell(turn.rid, f"used by {turn.name}")
        else:
            tell(turn.rid, f"discarded turn {turn.name}", record["discarded_cause"])
    for _, record in discarded_lines:
        tell(record["rid"], "discarded.jsonl", record.get("cause", ""))
    return used, told


def judge_accounting(ledger, used, told, judge):
    """Every entry exactly once; every used rid in the ledger."""
    used_rids = {turn.rid for turns in used.values() for turn in turns}
    for rid in ledger:
        places = told.get(rid, [])
        if not places:
            judge.report("orphan", f"rid {rid} is neither used by a turn nor discarded")
        elif len(places) > 1:
            judge.report("twice", f"rid {rid} is told of {len(places)} times: {'; '.join(places)}")
        judge.counts["used" if rid in used_rids else "discarded"] += bool(places)
    for turns in used.values():
        for turn in turns:
            if turn.rid not in ledger:
                judge.report("invented", f"{turn.name} is in no entry of the ledger")


def claim(turn, entry, samples, judge):
    """Finds the samples that an entry belongs to and marks its positions there."""
    ids = entry["ids"]
    if len(ids) != turn.tokens:
        judge.report("length", f"{turn.name}: the turn has {turn.tokens} ids, the entry {len(ids)}")
    end = turn.start + len(ids)
    homes = [
        sample
        for sample in samples
        if sample.tokens[: turn.start] == entry["prompt_ids"]
        and sample.tokens[turn.start : end] == ids
    ]
    if not homes:
        sample = samples[0]
        prompt = sample.tokens[: turn.start]
        if prompt != entry["prompt_ids"]:
            difference = first_difference(entry["prompt_ids"], prompt)
            judge.report("prompt", f"{turn.name}: prompt_ids are not {sample.name}'s: {difference}")
        response = sample.tokens[turn.start : end]
        if response != ids:
            difference = first_difference(ids, response)
            judge.report("ids", f"{turn.name}: ids are not {sample.name}'s: {difference}")
    log_probs = entry["logprobs"]
    if log_probs is None:
        log_probs = [None] * len(ids)
    if len(log_probs) != len(ids):
        judge.report("ledger", f"rid {turn.rid}: {len(log_probs)} log-probs for {len(ids)} ids")
        log_probs = (log_probs + [None] * len(ids))[: len(ids)]
    for sample in homes:
        for at, log_prob in enumerate(log_probs):
            position = turn.start + at - sample.prompt_length
            if position < 0:
                continue
            if position in sample.sampled:
                other = sample.sampled[position][0].name
                judge.report("overlap", f"{sample.name}: {other} and {turn.name} share {position}")
            sample.sampled[position] = (turn, log_prob, at)
    judge.counts["sampled"] += len(ids)


def judge_positions(sample, trained, judge):
    """Mask and log-prob of every position of a response."""
    if sample.log_probs is None and sample.sampled:
        judge.report("logprob", f"{sample.name} has sampled ids and no rollout_log_probs")
    for position, bit in enumerate(sample.mask):
        where = f"{sample.name} response position {position}"
        found = None if sample.log_probs is None else sample.log_probs[position]
        if bit not in (0, 1):
            judge.report("mask", f"{where}: {bit} is neither 0 nor 1")
        if position not in sample.sampled:
            if bit == 1:
                judge.report("mask", f"{where}: mask 1 on an id that the ledger has not")
            if found is not None and found != 0.0:
                judge.report("logprob", f"{where}: {found} on an id that nobody sampled")
            continue
        turn, log_prob, at = sample.sampled[position]
        if bit == 1:
            judge_trained(where, turn, log_prob, found, judge)
            first = trained.setdefault((turn.rid, at), sample)
            if first is not sample:
                judge.report("twice", f"{where}: {turn.name} is trained in {first.name} too")
            judge.counts["trained"] += 1


def judge_trained(where, turn, log_prob, found, judge):
    if log_prob is None:
        judge.report("mask", f"{where}: mask 1 where the engine gave {turn.name} no log-prob")
    elif found is not None and found != log_prob:
        judge.report("logprob", f"{where}: {found}, but {turn.name} has {log_prob}")


def judge_masked(sample, trained, judge):
    """Sampled ids with mask 0: each needs a reason, and keeps its log-prob."""
    for position, (turn, log_prob, at) in sample.sampled.items():
        if sample.mask[position] != 0:
            if position in sample.reasons:
                reason = sample.reasons[position]
                where = f"{sample.name} response position {position}"
                judge.report("mask", f"{where}: mask 1 although masked_spans says {reason}")
            continue
        where = f"{sample.name} response position {position}"
        reason = sample.reasons.get(position)
        in_sibling = (turn.rid, at) in trained
        judge.counts["masked"] += not in_sibling
        if reason == NULL_LOG_PROB and log_prob is not None:
            judge.report("mask", f"{where}: masked as {reason}, but {turn.name} has {log_prob}")
        elif reason is None and log_prob is not None and not sample.is_removed and not in_sibling:
            judge.report("mask", f"{where}: {turn.name} is masked without a reason")
        found = None if sample.log_probs is None else sample.log_probs[position]
        kept = 0.0 if log_prob is None else log_prob
        if found is None or found == kept or (in_sibling and found == 0.0):
            continue
        judge.report("logprob", f"{where}: {found}, but {turn.name} has {log_prob}")


def judge_samples(ledger_lines, ledger, used, sample_lines, judge):
    offsets = {}
    for offset, record in sample_lines:
        judge.counts["samples"] += 1
        offsets.setdefault(record["index"], []).append(offset)
    for index, turns in used.items():
        if index not in offsets:
            judge.report("sample", f"{turns[0].name} is used, but no sample has index {index}")
    for index, places in offsets.items():
        samples = []
        for at, offset in enumerate(places):
            name = f"sample {index}" if len(places) == 1 else f"sample {index} (sibling {at})"
            sample = SampleView(sample_lines.at(offset), name)
            if sample.has_shape(judge):
                samples.append(sample)
        if not samples:
            continue
        for turn in used.get(index, []):
            if turn.rid in ledger:
                claim(turn, ledger_lines.at(ledger[turn.rid]), samples, judge)
        trained = {}
        for sample in samples:
            judge_positions(sample, trained, judge)
        for sample in samples:
            judge_masked(sample, trained, judge)


def main(arguments):
    if len(arguments) not in (3, 4):
        print("usage: ledger_judge.py LEDGER TURNS SAMPLES [DISCARDED]", file=sys.stderr)
        return 2
    missing = [path for path in arguments[:3] if not os.path.exists(path)]
    if missing:
        print(f"ledger_judge.py: no such file: {', '.join(missing)}", file=sys.stderr)
        return 2
    judge = Judge()
    ledger_lines, turn_lines, sample_lines = (JsonLines(path, judge) for path in arguments[:3])
    # A run that discarded nothing outside its turns has no such file.
    has_discarded = len(arguments) == 4 and os.path.exists(arguments[3])
    discarded_lines = JsonLines(arguments[3], judge) if has_discarded else []
    ledger = read_ledger(ledger_lines, judge)
    used, told = read_turns(turn_lines, discarded_lines, judge)
    judge_accounting(ledger, used, told, judge)
    judge_samples(ledger_lines, ledger, used, sample_lines, judge)
    print(judge.summary())
    return 1 if judge.violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
