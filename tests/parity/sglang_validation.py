"""Judges bodies of `/generate` by SGLang's own `GenerateReqInput` and `SamplingParams`.

usage: sglang_validation.py CHECKOUT VOCAB_SIZE CONTEXT_LENGTH < bodies.jsonl

Prints a line with the names of all fields, then a verdict for each body.

CHECKOUT is the root of SGLang's repository (with python/sglang) or of an unpacked wheel (with
sglang). Needs pydantic and msgspec; what those two modules import besides (torch, zmq, numpy, the
scheduler) is replaced by empty classes. Exit code 3 names what is missing.

The few lines of the tokenizer manager between the two classes (SGLang 0.5.15) are restated in
`judge`: it cannot be imported without a GPU.
"""

import dataclasses
import enum
import importlib
import json
import sys
import types
import typing
from array import array
from pathlib import Path


class Stub(types.ModuleType):
    """A module whose every attribute is an empty class."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (), {})
        setattr(self, name, made)
        return made


def stub_modules(package):
    for name in ("torch", "zmq", "zmq.asyncio", "numpy"):
        sys.modules[name] = Stub(name)
    # Packages without their __init__, so that only what is asked for is imported.
    for name in ("", ".srt", ".srt.lora", ".srt.managers", ".srt.sampling"):
        module = types.ModuleType(f"sglang{name}")
        module.__path__ = [str(package.joinpath(*name.split(".")[1:]))]
        sys.modules[module.__name__] = module
    for name in ("managers.schedule_batch", "multimodal.mm_utils"):
        sys.modules[f"sglang.srt.{name}"] = Stub(f"sglang.srt.{name}")
    utils = Stub("sglang.srt.utils")
    utils.__path__ = [str(package / "srt" / "utils")]
    # Any picture is taken: the union that these two are part of holds `Any`.
    utils.ImageData = utils.VideoData = typing.Any
    sys.modules[utils.__name__] = utils
    sys.modules["sglang.srt.managers.schedule_batch"].Modality = enum.Enum(
        "Modality", ["IMAGE", "VIDEO", "AUDIO"]
    )
    environ = types.ModuleType("sglang.srt.environ")
    flag = types.SimpleNamespace(get=lambda: True)
    environ.envs = types.SimpleNamespace(
        SGLANG_USE_PICKLE_IPC=flag, SGLANG_LOG_PICKLE_IPC_OBJECTS=flag
    )
    sys.modules[environ.__name__] = environ


class Tokenizer:
    """Encodes as strictly as a fast tokenizer: strings only."""

    def encode(self, text, add_special_tokens=False):
        if not isinstance(text, str):
            raise TypeError("TextEncodeInput must be a string")
        return list(text.encode())


def check_one(item, params_class, vocab_size, context_length):
    """One prompt in the order of `_tokenize_one_request`."""
    if item.input_embeds is not None:
        raise ValueError("input_embeds is provided while disable_radix_cache is False")
    if item.input_ids is not None:
        ids = item.input_ids
    elif not item.text:
        raise ValueError("texts cannot be empty and tokenizer must be initialized")
    else:
        ids = Tokenizer().encode(item.text)
    if len(ids) >= context_length:
        raise ValueError("longer than the context")
    new_tokens = item.sampling_params.get("max_new_tokens")
    if new_tokens is not None and new_tokens + len(ids) > context_length:
        raise ValueError("the request exceeds the context")
    if item.return_hidden_states:
        raise ValueError("not configured to return the hidden states")
    if item.custom_logit_processor:
        raise ValueError("not configured to enable custom logit processor")
    array("q", ids)
    params = params_class(**item.sampling_params)
    params.normalize(Tokenizer())
    params.verify(vocab_size)
    if item.session_params:
        known = {"id", "rid", "offset", "replace", "drop_previous_output"}
        unknown = set(item.session_params) - known
        if unknown:
            raise TypeError(f"unexpected keyword argument {unknown}")


def judge(body, adapter, params_class, vocab_size, context_length):
    from pydantic import ValidationError

    try:
        request = adapter.validate_python(body)
    except ValidationError as error:
        return 400, f"schema: {error.errors()[0]['msg']}"
    try:
        request.normalize_batch_and_arguments()
        if request.routed_dp_rank is not None and request.routed_dp_rank != 0:
            raise ValueError("routed_dp_rank out of range")
        # `_init_req_state` keeps each rid in a dict.
        if request.is_single:
            hash(request.rid)
            items = [request]
        else:
            items = [request[index] for index in range(len(request.rid))]
            for item in items:
                hash(item.rid)
            items = [request[index] for index in range(request.batch_size)]
        if request.lora_path:
            raise ValueError("LoRA is not enabled")
        for item in items:
            check_one(item, params_class, vocab_size, context_length)
    except ValueError as error:
        return 400, str(error)
    except Exception as error:  # FastAPI answers whatever else is raised with 500
        return 500, f"{type(error).__name__}: {error}"
    return 200, ""


def main():
    checkout, vocab_size, context_length = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    try:
        from pydantic import TypeAdapter

        importlib.import_module("msgspec")
    except ImportError as error:
        print(error, file=sys.stderr)
        return 3
    roots = [Path(checkout) / "python" / "sglang", Path(checkout) / "sglang"]
    package = next((root for root in roots if root.is_dir()), None)
    if package is None:
        print(f"neither of {', '.join(map(str, roots))} is there", file=sys.stderr)
        return 3
    stub_modules(package)
    io_struct = importlib.import_module("sglang.srt.managers.io_struct")
    sampling = importlib.import_module("sglang.srt.sampling.sampling_params")
    adapter = TypeAdapter(io_struct.GenerateReqInput)
    fields = [field.name for field in dataclasses.fields(io_struct.GenerateReqInput)]
    params = list(sampling.SamplingParams.__struct_fields__)
    print(json.dumps({"fields": fields, "params": params}))
    for line in sys.stdin:
        status, why = judge(
            json.loads(line), adapter, sampling.SamplingParams, vocab_size, context_length
        )
        print(json.dumps({"status": status, "why": why}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
