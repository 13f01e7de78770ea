// A server in front of an engine that plays its first replies again, each with the request's own id:
// it costs next to nothing, so that what is measured shares the machine with nobody. With `packed`,
// ids and log-probs are base64, as engines may that offer it. Run with the engine's address; prints
// its own as JSON.
import { createServer } from 'node:http';
import { Pool } from 'undici';

const [url, form] = process.argv.slice(2);
const pool = new Pool(url, { connections: 64, headersTimeout: 0, bodyTimeout: 0 });
const RECORDED = 64;
/** Replies as their bytes before and behind the request id. */
const recorded = [];
let played = 0;

const base64 = (array) => Buffer.from(array.buffer).toString('base64');

function pack(reply) {
  const { output_token_logprobs: triples } = reply.meta_info;
  reply.output_ids = base64(Int32Array.from(triples, ([, id]) => id));
  reply.meta_info.output_token_logprobs = base64(Float32Array.from(triples, ([one]) => one));
}

function record(reply) {
  if (form === 'packed') pack(reply);
  // Of the prompt that was asked with; an engine need not tell it.
  const { id: _, prompt_tokens: __, ...meta } = reply.meta_info;
  const text = JSON.stringify({ ...reply, meta_info: { id: '@', ...meta } });
  const [before, after] = text.split('"@"');
  recorded.push([Buffer.from(`${before}"`), Buffer.from(`"${after}`)]);
}

/** The request id, which this project's client sends first. */
const ridOf = (body) => /^\{"rid":"([^"]*)"/.exec(body.toString('latin1', 0, 200))?.[1];

async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const isTurn = request.url === '/generate' && body.length > 4000;
  if (isTurn && recorded.length === RECORDED) {
    const [before, after] = recorded[(played += 1) % RECORDED];
    const out = Buffer.concat([before, Buffer.from(ridOf(body) ?? '', 'latin1'), after]);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': out.length });
    response.end(out);
    return;
  }
  const { host: _, connection: __, ...headers } = request.headers;
  const { method, url: path } = request;
  const reply = await pool.request({
    method,
    path,
    headers,
    body: chunks.length > 0 ? body : null,
  });
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  let out = bytes;
  if (path === '/generate' && reply.statusCode === 200) {
    const parsed = JSON.parse(bytes);
    if (isTurn && recorded.length < RECORDED) record(structuredClone(parsed));
    if (form === 'packed') pack(parsed);
    out = Buffer.from(JSON.stringify(parsed));
  }
  response.writeHead(reply.statusCode, { 'content-type': 'application/json' }).end(out);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
process.on('SIGTERM', () => process.exit(0));
