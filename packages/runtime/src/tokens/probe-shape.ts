import type { Message } from 'slime-sdk';
import type { Checkpoint } from './checkpoint.ts';
import type { CallForm, ConversationRenderer } from './conversation-renderer.ts';
import { attempt } from './tail-plan.ts';
import type { ContentShape } from './template-messages.ts';

/**
 * Finds which content the template takes: a string, a list of parts, pictures among them.
 *
 * @param placeholder what a vision model's template writes for a picture
 */
export function probeShape(
  renderer: ConversationRenderer,
  placeholder: Checkpoint['imagePlaceholder'],
): ContentShape {
  const all = renderer.with({ shape: { strings: true, parts: true, images: 'template' } });
  const render = (content: Message['content']): string | undefined => {
    const tried = attempt(() =>
      all.render([{ role: 'user', content }], { addGenerationPrompt: true }),
    );
    return 'value' in tried ? tried.value : undefined;
  };
  const text = render('ProbeText');
  const parts = render([{ type: 'text', text: 'ProbeText' }]);
  const strings = text?.includes('ProbeText') ?? false;
  // Python's text of a list would hold the words too: parts must give what the string gives.
  const takesParts =
    parts !== undefined && (strings ? parts === text : parts.includes('ProbeText'));
  const shape = { strings: strings || !takesParts, parts: takesParts };
  if (placeholder === undefined) return { ...shape, images: null };
  if (!takesParts) return { ...shape, images: { text: placeholder.text } };
  const picture = render([{ type: 'image', image: '' }]);
  const pads = (picture?.split(placeholder.pad).length ?? 1) - 1;
  return { ...shape, images: pads === 1 ? 'template' : null };
}

/**
 * Finds how the template takes calls: some print them only where there is no content, or join their
 * arguments as text. Undefined where an empty string and a mapping will do, or nothing will.
 */
export function probeCallForm(renderer: ConversationRenderer): CallForm | undefined {
  const answer: Message = {
    role: 'tool',
    content: 'ProbeResult',
    name: 'ProbeCalled',
    tool_call_id: 'call00000',
  };
  const called: Message = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'call00000', name: 'ProbeCalled', arguments: { x: 'ProbeArgument' } }],
  };
  const question: Message = { role: 'user', content: 'ProbeQuestion' };
  const prints = (calls: CallForm): boolean => {
    const tried = attempt(() =>
      renderer.with({ calls }).render([question, called, answer], { addGenerationPrompt: true }),
    );
    return (
      'value' in tried &&
      tried.value.includes('ProbeCalled') &&
      tried.value.includes('ProbeArgument')
    );
  };
  const forms: CallForm[] = [
    { isWordless: false, isText: false },
    { isWordless: true, isText: false },
    { isWordless: false, isText: true },
    { isWordless: true, isText: true },
  ];
  const [first, found] = [forms[0], forms.find(prints)];
  return found === first ? undefined : found;
}
