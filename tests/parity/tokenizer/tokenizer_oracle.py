"""Encodes texts with Python's `tokenizers` or `transformers`.

Reads {"library", "folder", "texts"} from standard input, writes one object a text to standard
output: ids; of `tokenizers` also offsets in code points, ids with the post-processor's tokens, ids
with special tokens as text, and the ids decoded.
"""

import json
import sys


def by_tokenizers(folder, texts):
    from tokenizers import Tokenizer

    whole = Tokenizer.from_file(f"{folder}/tokenizer.json")
    as_text = Tokenizer.from_file(f"{folder}/tokenizer.json")
    as_text.encode_special_tokens = True
    for text in texts:
        encoding = whole.encode(text, add_special_tokens=False)
        yield {
            "ids": encoding.ids,
            "offsets": encoding.offsets,
            "added": whole.encode(text, add_special_tokens=True).ids,
            "as_text": as_text.encode(text, add_special_tokens=False).ids,
            "decoded": whole.decode(encoding.ids, skip_special_tokens=False),
            "skipped": whole.decode(encoding.ids, skip_special_tokens=True),
        }


def by_transformers(folder, texts):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    for text in texts:
        ids = tokenizer.encode(text, add_special_tokens=False)
        decoded = tokenizer.decode(ids, clean_up_tokenization_spaces=False)
        yield {
            "ids": ids,
            "added": tokenizer.encode(text, add_special_tokens=True),
            "decoded": decoded,
        }


job = json.load(sys.stdin)
by = {"tokenizers": by_tokenizers, "transformers": by_transformers}[job["library"]]
json.dump(list(by(job["folder"], job["texts"])), sys.stdout)
