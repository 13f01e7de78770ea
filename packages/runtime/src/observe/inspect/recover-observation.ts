import { type Encoder, isSlimeError, type Message } from 'slime-sdk';

/** What a bridge is read back with. */
export interface BridgeContext {
  readonly encoder: Encoder;
  readonly history: readonly Message[];
  /** The id before the bridge. */
  readonly lastId: number | undefined;
  readonly tools: Parameters<Encoder['encodeBridge']>[0]['tools'];
}

const MARK = 'Qz7Observation7zQ';
const MOST_TOOLS = 16;

/**
 * Reads the messages of an observation back from the ids of its bridge, where no file tells them:
 * as a user message, or as one or more tool messages. Null when it is nothing that the template
 * writes for them.
 */
export async function recoverObservation(
  ids: readonly number[],
  context: BridgeContext,
): Promise<Message[] | null> {
  const { encoder } = context;
  const text = await encoder.decode(ids, { skipSpecialTokens: false });
  for (const role of ['user', 'tool'] as const) {
    const messages = await readAs(role, text, context);
    if (messages === null) continue;
    const again = await encode(messages, context);
    if (again !== null && again.length === ids.length && again.every((id, at) => id === ids[at])) {
      return messages;
    }
  }
  return null;
}

async function readAs(
  role: 'user' | 'tool',
  text: string,
  context: BridgeContext,
): Promise<Message[] | null> {
  const one = await frame([{ role, content: MARK }], context);
  if (one === null) return null;
  const [before = '', after = ''] = one;
  const isFramed = text.startsWith(before) && text.endsWith(after);
  if (!isFramed || text.length < before.length + after.length) return null;
  const inside = text.slice(before.length, text.length - after.length);
  if (role === 'user') return [{ role, content: inside }];
  const two = await frame(
    [
      { role, content: MARK },
      { role, content: MARK },
    ],
    context,
  );
  const between = two?.length === 3 ? two[1] : undefined;
  const contents = between === undefined || between === '' ? [inside] : inside.split(between);
  return contents.length > MOST_TOOLS ? null : contents.map((content) => ({ role, content }));
}

/** What the template writes around marks. */
async function frame(
  messages: readonly Message[],
  context: BridgeContext,
): Promise<string[] | null> {
  const ids = await encode(messages, context);
  if (ids === null) return null;
  const text = await context.encoder.decode(ids, { skipSpecialTokens: false });
  return text.split(MARK);
}

async function encode(
  messages: readonly Message[],
  { encoder, history, lastId, tools }: BridgeContext,
): Promise<Int32Array | null> {
  try {
    const { ids } = await encoder.encodeBridge({
      messages,
      history,
      lastId,
      ...(tools === undefined ? {} : { tools }),
    });
    return ids;
  } catch (error) {
    if (!isSlimeError(error)) throw error;
    return null;
  }
}
