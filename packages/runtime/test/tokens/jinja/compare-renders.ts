import { EncoderError, type JsonValue, parseExactJson } from 'slime-sdk';
import { compileChatTemplate } from '../../../src/tokens/jinja/chat-template.ts';
import { NOW, type PythonResult, type RenderCase } from './python-jinja.ts';

/** What is refused by name, and what Python prints with an address of memory in it. */
const REFUSED = /not implemented|no text of its own|is unknown$/;

export interface Comparison {
  /** Renderings that Python gave a text for. */
  readonly rendered: number;
  /** Of those, what is refused here by name. */
  readonly refused: readonly string[];
  readonly different: readonly { case: RenderCase; ours: PythonResult; theirs: PythonResult }[];
}

/** Variables of a template, read without loss. */
export function readVariables(json: string): Readonly<Record<string, JsonValue>> {
  const value = parseExactJson(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`no JSON object: ${json}`);
}

/** Renders the cases here and compares with what Python gave: text with text, error with error. */
export function compareRenders(
  cases: readonly RenderCase[],
  theirs: readonly PythonResult[],
): Comparison {
  const templates = new Map<string, ReturnType<typeof compileChatTemplate> | string>();
  const compiled = (source: string) => {
    const known = templates.get(source);
    if (known !== undefined) return known;
    const made = attempt(() => compileChatTemplate(source, 't', () => NOW));
    templates.set(source, made);
    return made;
  };
  const refused: string[] = [];
  const different: Comparison['different'][number][] = [];
  let rendered = 0;
  for (const [index, one] of cases.entries()) {
    const python = theirs[index] ?? { error: 'no result' };
    const template = compiled(one.template);
    const text =
      typeof template === 'string'
        ? { error: template }
        : attempt(() => ({ text: template.render(readVariables(one.json)) }));
    const ours = typeof text === 'string' ? { error: text } : text;
    if ('text' in python) rendered += 1;
    if ('error' in ours && 'text' in python && REFUSED.test(ours.error)) refused.push(ours.error);
    else if (
      'text' in ours !== 'text' in python ||
      ('text' in ours && 'text' in python && ours.text !== python.text)
    ) {
      different.push({ case: one, ours, theirs: python });
    }
  }
  return { rendered, refused, different };
}

function attempt<T>(action: () => T): T | string {
  try {
    return action();
  } catch (error) {
    if (error instanceof EncoderError) return error.message;
    throw error;
  }
}
