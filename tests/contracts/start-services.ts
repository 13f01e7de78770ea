import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { z } from 'zod';

/** A service that plugins of these tests talk to. */
export interface Service {
  url: string;
  /** Sessions that are open now. */
  open(): number;
  stop(): Promise<void>;
}

const judgedSchema = z.object({ response: z.string(), label: z.json() });

/** Judges responses and remembers each: the second time it looks the verdict up. */
export function startJudge(): Promise<Service> {
  const verdicts = new Map<string, number>();
  return serve(async (request) => {
    const { response, label } = judgedSchema.parse(await json(request));
    const key = createHash('sha256')
      .update(JSON.stringify([response, label]))
      .digest('hex');
    const score = verdicts.get(key) ?? judge(response, label);
    verdicts.set(key, score);
    return { score };
  });
}

function judge(response: string, label: unknown): number {
  const wanted = typeof label === 'string' ? label.trim().toLowerCase() : '';
  return wanted !== '' && response.trim().toLowerCase() === wanted ? 1 : 0;
}

const chatSchema = z.object({
  messages: z.array(z.object({ content: z.string() })),
  seed: z.int(),
});

/** What a model thinks of an answer, from 0 to 1; null where its server fails. */
type Opinion = (answer: string, reference: string) => number | null;

/**
 * A language model that judges: the best mark for an answer that is the reference, else the worst.
 * It speaks in every form that models use, and now and then says what is no verdict when it is
 * asked first.
 */
export function startModelJudge(opinion: Opinion = judge): Promise<Service> {
  return serve(async (request) => {
    const { messages, seed } = chatSchema.parse(await json(request));
    const asked = messages.at(-1)?.content ?? '';
    const mark = opinion(
      textBetween(asked, 'ANSWER TO JUDGE'),
      textBetween(asked, 'REFERENCE ANSWER'),
    );
    if (mark === null) return null;
    const score = 10 * mark;
    const verdict = JSON.stringify({ reasoning: 'I compared them.', score });
    const forms = [
      verdict,
      `\`\`\`json\n${verdict}\n\`\`\``,
      `<think>Is it {"score": 5}?</think>${verdict}`,
      `They were compared.\n**Score:** ${score}/10`,
      'I cannot say.',
    ];
    const [byte = 0] = createHash('sha256').update(asked).digest();
    // Another seed, another form: of no text all are wrong.
    const content = forms[(byte + seed) % forms.length];
    return {
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    };
  });
}

/** The text between the marks of a name. */
function textBetween(asked: string, name: string): string {
  const [, code = ''] = new RegExp(`^\\[BEGIN ${name} (\\w+)\\]$`, 'm').exec(asked) ?? [];
  const start = asked.indexOf(`[BEGIN ${name} ${code}]\n`);
  const end = asked.indexOf(`\n[END ${name} ${code}]`);
  return start < 0 ? '' : asked.slice(asked.indexOf('\n', start) + 1, end);
}

/** Keeps goods for each session, until the session is given back. */
export function startStock(): Promise<Service> {
  const sessions = new Map<string, { goods: number; steps: number }>();
  let opened = 0;
  return serve(async (request) => {
    const body = await text(request);
    const id = /^\/sessions\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (id === undefined) {
      opened += 1;
      sessions.set(`s${opened}`, { goods: 10, steps: 0 });
      return { id: `s${opened}`, text: 'There are 10 goods. Say "sell", "buy" or "close".' };
    }
    const session = sessions.get(id);
    if (session === undefined) return null;
    if (request.method === 'DELETE') {
      sessions.delete(id);
      return {};
    }
    session.steps += 1;
    session.goods += /\bbuy\b/i.test(body) ? 1 : 0;
    session.goods -= /\bsell\b/i.test(body) && session.goods > 0 ? 1 : 0;
    return { text: `${session.goods} goods`, done: /\bclose\b/i.test(body) };
  }, sessions);
}

type Answer = (request: IncomingMessage) => Promise<object | null>;

async function serve(answer: Answer, sessions = new Map<string, unknown>()): Promise<Service> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await answer(request);
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Most likely the caller is gone.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open: () => sessions.size,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
