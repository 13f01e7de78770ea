import { isSlimeError } from 'slime-sdk';

/** What a template or tokenizer gave, or why it refused. */
type Rendered<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Renders or encodes; what the encoder refuses is given as a reason. */
export async function tryEncoder<T>(run: () => T | Promise<T>): Promise<Rendered<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (isSlimeError(error)) return { ok: false, reason: error.message };
    throw error;
  }
}
