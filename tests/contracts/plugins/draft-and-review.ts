import { defineGenerate, type Message, type Sample } from 'slime-sdk';

/** Drafts an answer, then reviews the draft in a conversation of its own: two segments. */
export const generate = defineGenerate({
  name: 'draft-and-review',
  apiVersion: 1,
  fanOutReward: 'full',
  async generate(_args, _sample, _samplingParams, context) {
    const draft = context.tape();
    const { content, truncated, finish } = await draft.generate();
    const segments: Sample[] = [await draft.finish()];
    if (truncated || finish.type === 'abort') return context.fanOut(segments, { reward: 'full' });
    const review = context.tape();
    const question: Message = { role: 'user', content: `Is this right?\n${content}` };
    await review.prompt([question]);
    if (review.budget > 0) {
      await review.generate();
      segments.push(await review.finish());
    }
    return context.fanOut(segments, { reward: 'full' });
  },
});
