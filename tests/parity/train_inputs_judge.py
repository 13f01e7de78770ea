"""Makes the trainer's tensors of a run's samples anew, by PIL and numpy out of their pictures, and
compares them bit for bit with the run's safetensors files. Prints one JSON object.

Reads one: {"run": folder, "base": folder of the pictures, "every": n, "config": {...},
"helpers": folder of picture_judge.py, "reader": the README's Python}. The files are read as the
README says where the safetensors package is there, else by the format's own description.
"""

import json
import os
import sys

asked = json.load(sys.stdin)
sys.path.insert(0, asked["helpers"])

import numpy as np
import PIL
from PIL import Image
from picture_judge import BICUBIC, bounds, smart_resize, to_patches, to_rgb

DTYPES = {"F32": np.float32, "I64": np.int64}


def load_plain(path):
    with open(path, "rb") as file:
        data = file.read()
    end = 8 + int.from_bytes(data[:8], "little")
    tensors = {}
    for name, entry in json.loads(data[8:end]).items():
        if name == "__metadata__":
            continue
        start, stop = entry["data_offsets"]
        array = np.frombuffer(data[end + start : end + stop], DTYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
    return tensors


def train_inputs(run, sample, framework):
    places = sample["multimodal_train_inputs"]
    return {
        key: load_plain(os.path.join(run, place["file"]))[place["tensor"]]
        for key, place in places.items()
    }


reader = "the format"
try:
    import safetensors

    exec(asked["reader"])
    reader = f"safetensors {safetensors.__version__}"
except ImportError:
    pass


def expected(paths, config):
    factor = config["patch_size"] * config["merge_size"]
    parts = []
    for path in paths:
        image = to_rgb(Image.open(os.path.join(asked["base"], path)))
        height, width = smart_resize(image.height, image.width, factor, *bounds(config))
        resized = image.resize((width, height), resample=BICUBIC)
        parts.append(to_patches(np.asarray(resized), config))
    return {
        "pixel_values": np.concatenate([values for values, _ in parts], axis=0),
        "image_grid_thw": np.array([grid for _, grid in parts], dtype=np.int64),
    }


compared, differing = 0, []
with open(os.path.join(asked["run"], "samples.jsonl")) as lines:
    for at, line in enumerate(lines):
        sample = json.loads(line)
        if at % asked["every"] or sample["multimodal_train_inputs"] is None:
            continue
        compared += 1
        inputs = train_inputs(asked["run"], sample, "np")
        wanted = expected(sample["multimodal_inputs"]["images"], asked["config"])
        for key, found in inputs.items():
            same = found.dtype == wanted[key].dtype and found.shape == wanted[key].shape
            if not same or found.tobytes() != wanted[key].tobytes():
                differing.append([sample["index"], key])
print(
    json.dumps(
        {
            "versions": f"PIL {PIL.__version__}, numpy {np.__version__}, read by {reader}",
            "compared": compared,
            "differing": differing,
        }
    )
)
