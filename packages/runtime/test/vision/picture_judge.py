"""Makes pictures of many kinds, and says by PIL, numpy, and where there are torch and transformers,
what of each a Qwen-VL image processor makes. Reads one JSON object, prints one."""

import hashlib
import json
import math
import os
import sys
import warnings

import numpy as np
import PIL
from PIL import Image, ImageCms

warnings.filterwarnings("ignore")
BICUBIC = 3


def digest(array):
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def waves(rng, height, width, channels):
    """Smooth, with some noise and hard edges, so that a resize over- and undershoots."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [127 + 125 * np.sin(x / (5 + 3 * c) + y / (11 - 2 * c)) for c in range(channels)]
    levels = np.stack(planes, -1) + rng.normal(0, 12, (height, width, channels))
    levels[height // 3 : height // 2, width // 4 : width // 2] = rng.choice([0, 255])
    return levels.clip(0, 255).astype(np.uint8)


def make_kinds(folder, rng, height, width):
    rgb = Image.fromarray(waves(rng, height, width, 3), "RGB")
    rgba = Image.fromarray(waves(rng, height, width, 4), "RGBA")
    gray = rgb.convert("L")
    palette = rgb.quantize(64)
    exif = Image.Exif()
    exif[0x0112] = 6
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    corner = np.asarray(rgb)[0, 0]
    alpha_steps = bytes(range(0, 256, 4))
    kinds = {
        "rgb.png": (rgb, {}),
        "rgb-key.png": (rgb, {"transparency": tuple(int(v) for v in corner)}),
        "rgba.png": (rgba, {}),
        "gray.png": (gray, {}),
        "gray-key.png": (gray, {"transparency": int(np.asarray(gray)[0, 0])}),
        "gray-alpha.png": (Image.merge("LA", [gray, rgba.split()[3]]), {}),
        "one-bit.png": (rgb.convert("1"), {}),
        "palette.png": (palette, {}),
        "palette-key.png": (palette, {"transparency": 3}),
        "palette-alpha.png": (palette, {"transparency": alpha_steps}),
        "exif.png": (rgb, {"exif": exif}),
        "icc.png": (rgb, {"icc_profile": srgb}),
        "444.jpg": (rgb, {"quality": 90, "subsampling": 0}),
        "422.jpg": (rgb, {"quality": 75, "subsampling": 1}),
        "420.jpg": (rgb, {"quality": 40, "subsampling": 2}),
        "progressive.jpg": (rgb, {"progressive": True}),
        "gray.jpg": (gray, {}),
        "exif.jpg": (rgb, {"exif": exif}),
        "icc.jpg": (rgb, {"icc_profile": srgb}),
        "foreign-icc.jpg": (rgb, {"icc_profile": icc}),
        "lossy.webp": (rgb, {"quality": 70}),
        "lossless.webp": (rgb, {"lossless": True}),
        "alpha.webp": (rgba, {"quality": 80}),
        "moving.webp": (rgb, {"save_all": True, "append_images": [rgb.rotate(30)]}),
        "palette.gif": (palette, {}),
        "palette-key.gif": (palette, {"transparency": 3}),
        "moving.gif": (palette, {"save_all": True, "append_images": [palette.rotate(90)]}),
    }
    for name, (image, options) in kinds.items():
        image.save(os.path.join(folder, name), **options)
    refused = {
        "cmyk.jpg": (rgb.convert("CMYK"), {}),
        "sixteen.png": (Image.fromarray(waves(rng, height, width, 1)[..., 0].astype(np.uint16) * 257), {}),
        "picture.bmp": (rgb, {}),
        "picture.tif": (rgb, {}),
    }
    for name, (image, options) in refused.items():
        image.save(os.path.join(folder, name), **options)
    return list(kinds), list(refused)


def to_rgb(image):
    if "A" in image.getbands() or image.info.get("transparency") is not None:
        white = Image.new("RGBA", image.size, (255, 255, 255, 255))
        return Image.alpha_composite(white, image.convert("RGBA")).convert("RGB")
    return image.convert("RGB")


def smart_resize(height, width, factor, low, high):
    if max(height, width) / min(height, width) > 200:
        raise ValueError("aspect ratio")
    tall, wide = round(height / factor) * factor, round(width / factor) * factor
    if tall * wide > high:
        beta = math.sqrt((height * width) / high)
        tall = max(factor, math.floor(height / beta / factor) * factor)
        wide = max(factor, math.floor(width / beta / factor) * factor)
    elif tall * wide < low:
        beta = math.sqrt(low / (height * width))
        tall = math.ceil(height * beta / factor) * factor
        wide = math.ceil(width * beta / factor) * factor
    return tall, wide


def to_patches(levels, config):
    patch, merge, frames = config["patch_size"], config["merge_size"], config["temporal_patch_size"]
    height, width, channels = levels.shape
    rescaled = (levels.astype(np.float64) * config["rescale_factor"]).astype(np.float32)
    mean, std = (np.array(config[key], dtype=np.float32) for key in ("image_mean", "image_std"))
    planes = ((rescaled - mean) / std).transpose(2, 0, 1)
    rows, columns = height // patch, width // patch
    cut = np.tile(planes[None], (frames, 1, 1, 1)).reshape(
        frames, channels, rows // merge, merge, patch, columns // merge, merge, patch
    )
    # token row, token column, patch row, patch column, channel, frame, y, x
    ordered = cut.transpose(2, 5, 3, 6, 1, 0, 4, 7)
    return ordered.reshape(rows * columns, -1), [1, rows, columns]


def bounds(config):
    size = config.get("size", {})
    return (
        config.get("min_pixels", size.get("shortest_edge")),
        config.get("max_pixels", size.get("longest_edge")),
    )


def judge_picture(path, config):
    image = to_rgb(Image.open(path))
    factor = config["patch_size"] * config["merge_size"]
    height, width = smart_resize(image.height, image.width, factor, *bounds(config))
    resized = np.asarray(image.resize((width, height), resample=BICUBIC))
    values, grid = to_patches(resized, config)
    return {
        "decoded": digest(np.asarray(image)),
        "resized": digest(resized),
        "pixel_values": digest(values),
        "grid": grid,
    }


def judge_part(folder, config, part):
    """Bounds of a message part come first, as in qwen_vl_utils; then those of the processor."""
    image = to_rgb(Image.open(os.path.join(folder, part["name"])))
    factor = config["patch_size"] * config["merge_size"]
    height, width = smart_resize(image.height, image.width, factor, part["min"], part["max"])
    sent = image.resize((width, height), resample=BICUBIC)
    height, width = smart_resize(sent.height, sent.width, factor, *bounds(config))
    values, grid = to_patches(np.asarray(sent.resize((width, height), resample=BICUBIC)), config)
    return {"sent": digest(np.asarray(sent)), "pixel_values": digest(values), "grid": grid}


def load_transformers():
    """Processors by backend, from whichever version of transformers there is."""
    import transformers

    slow = getattr(transformers, "Qwen2VLImageProcessorPil", None)
    fast = getattr(transformers, "Qwen2VLImageProcessorFast", None)
    plain = transformers.Qwen2VLImageProcessor
    if slow is None:
        slow = plain
    elif fast is None:
        fast = plain
    return transformers.__version__, {"pil": slow, "torch": fast}


def judge_transformers(paths, configs):
    try:
        version, classes = load_transformers()
        import torch
        import torchvision
        from torchvision.transforms.v2 import functional
    except Exception as error:
        return {"missing": f"{type(error).__name__}: {error}"}
    torch.set_num_threads(1)
    out = {"version": f"{version}, torch {torch.__version__}", "pil": [], "torch": [], "resized": []}
    for config in configs:
        keys = {key: value for key, value in config.items() if key != "image_processor_type"}
        for backend, cls in classes.items():
            processor = cls(**keys)
            for path in paths:
                # Given as RGB: what transparency becomes has changed between versions.
                batch = processor([to_rgb(Image.open(path))], return_tensors="pt")
                out[backend].append(
                    {
                        "pixel_values": digest(batch["pixel_values"].numpy()),
                        "grid": batch["image_grid_thw"][0].tolist(),
                    }
                )
        for path in paths:
            image = to_rgb(Image.open(path))
            factor = config["patch_size"] * config["merge_size"]
            size = smart_resize(image.height, image.width, factor, *bounds(config))
            tensor = torch.from_numpy(np.array(image)).permute(2, 0, 1).contiguous()
            resized = functional.resize(
                tensor, list(size), interpolation=functional.InterpolationMode.BICUBIC, antialias=True
            )
            out["resized"].append(digest(resized.permute(1, 2, 0).numpy()))
    return out


def token_counts(config, sizes):
    """As the processor itself says it, where there is one."""
    try:
        _, classes = load_transformers()
    except Exception as error:
        return {"missing": f"{type(error).__name__}: {error}"}
    keys = {key: value for key, value in config.items() if key != "image_processor_type"}
    processor = (classes["pil"] or classes["torch"])(**keys)
    count = processor.get_number_of_image_patches
    return {"tokens": [count(h, w) // config["merge_size"] ** 2 for h, w in sizes]}


def main():
    asked = json.load(sys.stdin)
    folder, configs = asked["folder"], asked["configs"]
    rng = np.random.default_rng(asked["seed"])
    kinds, refused = make_kinds(folder, rng, 201, 333)
    sized = []
    for at, (height, width) in enumerate(asked["sizes"]):
        name = f"size-{at}.png"
        Image.fromarray(waves(rng, height, width, 3), "RGB").save(os.path.join(folder, name))
        sized.append(name)
    names = kinds + sized
    paths = [os.path.join(folder, name) for name in names]
    json.dump(
        {
            "versions": f"PIL {PIL.__version__}, numpy {np.__version__}",
            "names": names,
            "refused": refused,
            "results": [judge_picture(path, config) for config in configs for path in paths],
            "parts": [judge_part(folder, configs[0], part) for part in asked["parts"]],
            "transformers": judge_transformers(paths, configs),
            "counts": [token_counts(config, asked["counted"]) for config in configs],
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
