#!/usr/bin/env python3
"""Gives a run's samples to slime's own code.

    slime_driver.py SLIME_REPO SAMPLES [OPTIONS]

SLIME_REPO is a checkout of slime, SAMPLES a file of samples, one a line. OPTIONS is JSON: what
slime's arguments should be where the defaults below do not fit, and `rollout_time`, the seconds of
the run. Prints one JSON object:

* `round_trip`: for each line that `Sample.from_dict` and `to_dict` do not give back, the keys;
* `train_data`: what `RolloutManager._convert_samples_to_train_data` makes of them, lists of ids as
  their lengths; or `train_error`;
* `metrics`: slime's metrics of them, or `metrics_error`.

Needs torch and numpy. Ray, SGLang and the other packages that slime imports are stubs: none of them
has a part in this.
"""

import json
import math
import sys
import types

import numpy  # noqa: F401  (before the stubs: optional packages of it must stay absent)
import torch
from stub_packages import StubFinder

STUBBED = (
    "httpx pyarrow pybase64 ray requests sglang sglang_router transformers urllib3 wandb yaml"
).split()

DEFAULTS = {
    "advantage_estimator": "grpo",
    "custom_convert_samples_to_train_data_path": None,
    "custom_reward_post_process_path": None,
    "grpo_std_normalization": True,
    "log_reward_category": None,
    "n_samples_per_prompt": 1,
    "reward_key": None,
    "rewards_normalization": True,
    "rollout_batch_size": 1,
    "rollout_num_gpus": None,
    "rollout_top_p": 1.0,
    "sglang_speculative_algorithm": None,
    "use_rollout_routing_replay": False,
}

# Lists with an entry a token: too long to print.
BY_LENGTH = ("tokens", "loss_masks", "rollout_log_probs", "teacher_log_probs")


def canonical(value):
    """JSON that tells 1 from 1.0 and True from 1."""
    return json.dumps(value, sort_keys=True)


def changed_keys(line, again):
    absent = ["absent"], ["missing"]
    keys = sorted(set(line) | set(again))
    return [
        key
        for key in keys
        if canonical(line.get(key, absent[0])) != canonical(again.get(key, absent[1]))
    ]


def make_manager(rollout, args, load_function):
    """As much of a RolloutManager as conversion reads."""
    manager = types.SimpleNamespace(
        args=args,
        custom_reward_post_process_func=None,
        custom_convert_samples_to_train_data_func=None,
    )
    if args.custom_reward_post_process_path is not None:
        path = args.custom_reward_post_process_path
        manager.custom_reward_post_process_func = load_function(path)
    manager._post_process_rewards = types.MethodType(
        rollout.RolloutManager._post_process_rewards, manager
    )
    return manager


def shape_of(value):
    """A list as its length, a tensor as its shape, None as it is."""
    if torch.is_tensor(value):
        return list(value.shape)
    return len(value) if isinstance(value, list) else value


def plain(value):
    """NaN and infinities as strings: JSON has no form for them."""
    return value if not isinstance(value, float) or math.isfinite(value) else str(value)


def describe(train_data):
    shown = {}
    for key, values in train_data.items():
        by_length = key in BY_LENGTH or key.startswith(("rollout_top_p", "rollout_routed"))
        shown[key] = [shape_of(value) if by_length else plain(value) for value in values]
    return shown


def try_to(run):
    """The result and None, or None and what was raised."""
    try:
        return run(), None
    except Exception as error:  # noqa: BLE001  (whatever slime raises is the answer)
        return None, f"{type(error).__name__}: {error}"


def main(arguments):
    if len(arguments) not in (2, 3):
        print("usage: slime_driver.py SLIME_REPO SAMPLES [OPTIONS]", file=sys.stderr)
        return 2
    options = json.loads(arguments[2]) if len(arguments) == 3 else {}
    rollout_time = options.pop("rollout_time", 1.0)
    args = types.SimpleNamespace(**{**DEFAULTS, **options})

    sys.path.insert(0, arguments[0])
    # Last, so that a package that is there is used.
    sys.meta_path.append(StubFinder(STUBBED))
    from slime.observability import rollout_metrics
    from slime.ray import rollout
    from slime.utils.misc import load_function
    from slime.utils.types import Sample

    with open(arguments[1], encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    samples = [Sample.from_dict(line) for line in lines]
    pairs = zip(lines, samples)
    round_trip = [
        {"line": number, "keys": keys}
        for number, (line, sample) in enumerate(pairs, start=1)
        if (keys := changed_keys(line, sample.to_dict()))
    ]

    def measure():
        return {
            **{
                f"rollout/{key}": value
                for key, value in rollout_metrics.compute_metrics_from_samples(
                    args, samples
                ).items()
            },
            **{
                f"perf/{key}": value
                for key, value in rollout_metrics.compute_perf_metrics_from_samples(
                    args, samples, rollout_time
                ).items()
            },
        }

    def convert():
        manager = make_manager(rollout, args, load_function)
        convert_samples = rollout.RolloutManager._convert_samples_to_train_data
        return describe(convert_samples(manager, samples))

    # Metrics first, as slime does: conversion zeroes the masks of removed samples.
    metrics, metrics_error = try_to(measure)
    train_data, train_error = try_to(convert)
    print(
        json.dumps(
            {
                "samples": len(samples),
                "round_trip": round_trip,
                "train_data": train_data,
                "train_error": train_error,
                "metrics": metrics,
                "metrics_error": metrics_error,
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
