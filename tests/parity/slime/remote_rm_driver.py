#!/usr/bin/env python3
"""Asks a reward service by slime's own client.

    remote_rm_driver.py SLIME_REPO RM_URL < samples.json

Calls `slime.rollout.rm_hub.async_rm` with `--rm-type remote_rm` for every sample of a JSON list, all
at once, as its rollout does. Prints a JSON list, in order: {"reward"} or {"error"}; and `waits`, the
seconds that slime would have waited between tries, which are not waited here.

Needs aiohttp. Other packages that slime imports on the way are stubs.
"""

import asyncio
import json
import sys
import types

import aiohttp  # noqa: F401  (the client's own, never a stub)
from stub_packages import StubFinder

STUBBED = "httpx numpy pybase64 pylatexenc ray sympy torch".split()


async def main(repo, url, samples):
    sys.meta_path.insert(0, StubFinder(STUBBED))
    sys.path.insert(0, repo)
    from slime.rollout import rm_hub

    waits = []
    sleep = asyncio.sleep

    async def no_sleep(seconds, *rest):
        waits.append(seconds)
        await sleep(0)

    asyncio.sleep = no_sleep
    args = types.SimpleNamespace(rm_type="remote_rm", rm_url=url, custom_rm_path=None)

    async def ask(sample):
        given = types.SimpleNamespace(custom_rm_path=None, metadata={}, **sample)
        try:
            return {"reward": await rm_hub.async_rm(args, given)}
        except Exception as error:  # noqa: BLE001  (whatever slime's client raises)
            return {"error": f"{type(error).__name__}: {error}"}

    results = await asyncio.gather(*map(ask, samples))
    await rm_hub._get_shared_session().close()
    return {"results": results, "waits": waits}


report = asyncio.run(main(sys.argv[1], sys.argv[2], json.load(sys.stdin)))
print(json.dumps(report))
