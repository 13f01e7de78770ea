// A server in front of an engine that packs ids and log-probs of its replies as base64, as engines
// may that offer it. Run with the engine's address; prints its own as JSON.
import { createServer } from 'node:http';
import { Pool } from 'undici';

const pool = new Pool(process.argv[2], { connections: 512, headersTimeout: 0, bodyTimeout: 0 });

const base64 = (array) => Buffer.from(array.buffer).toString('base64');

function pack(reply) {
  const { output_token_logprobs: triples } = reply.meta_info;
  reply.output_ids = base64(Int32Array.from(triples, ([, id]) => id));
  reply.meta_info.output_token_logprobs = base64(Float32Array.from(triples, ([one]) => one));
  return reply;
}

async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _, connection: __, ...headers } = request.headers;
  const { method, url: path } = request;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  const reply = await pool.request({ method, path, headers, body });
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  const isGenerated = path === '/generate' && reply.statusCode === 200;
  const out = isGenerated ? Buffer.from(JSON.stringify(pack(JSON.parse(bytes)))) : bytes;
  response.writeHead(reply.statusCode, { 'content-type': 'application/json' }).end(out);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
process.on('SIGTERM', () => process.exit(0));
