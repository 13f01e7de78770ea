"""Asks a reward service as slime does, with the standard library alone.

    remote_rm_client.py URL < requests.json

The requests are a JSON list of bodies, sent at once from as many threads. Prints a JSON list, in
order: [status, body] each. User and password of the URL go out as Basic authorization.
"""

import base64
import json
import sys
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

parts = urllib.parse.urlsplit(sys.argv[1])
url = urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
headers = {"Content-Type": "application/json"}
if parts.username is not None or parts.password is not None:
    pair = f"{urllib.parse.unquote(parts.username or '')}:{urllib.parse.unquote(parts.password or '')}"
    headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(body):
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method="POST")
    try:
        with opener.open(request, timeout=60) as reply:
            assert reply.headers.get_content_type() == "application/json"
            return [reply.status, json.loads(reply.read())]
    except urllib.error.HTTPError as error:
        return [error.code, json.loads(error.read())]


requests = json.load(sys.stdin)
with ThreadPoolExecutor(max_workers=max(1, min(500, len(requests)))) as pool:
    print(json.dumps(list(pool.map(ask, requests))))
