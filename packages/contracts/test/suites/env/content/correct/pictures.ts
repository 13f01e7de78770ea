import { Buffer } from 'node:buffer';
import { defineEnv, defineTool, type ResetContext, ToolEnv } from 'slime-sdk';
import { z } from 'zod';

const SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAAAFElEQVR42mNowAMYRiVHJUclYQAA14+IELSdtnwAAAAASUVORK5CYII=';

const zoom = defineTool({
  name: 'zoom',
  description: 'Shows parts of the picture.',
  parameters: z.object({ parts: z.int().min(1).max(3), label: z.string().optional() }),
  execute: ({ parts, label = 'part' }) => ({
    text: `Here are ${parts} of <image> ${label}.`,
    images: Array.from({ length: parts }, () => Buffer.from(SQUARE, 'base64')),
  }),
});

/** Pictures in the prompt and in answers of tools, as `data:` URIs and as bytes. */
class Pictures extends ToolEnv {
  readonly tools = [zoom];

  createState(): undefined {}

  override async reset(context: ResetContext) {
    const image = `data:image/png;base64,${SQUARE}`;
    const content = [
      { type: 'image' as const, image, min_pixels: 784, max_pixels: 3136 },
      { type: 'text' as const, text: 'What is on the picture? <image> is no picture.' },
    ];
    return { ...(await super.reset(context)), messages: [{ role: 'user' as const, content }] };
  }
}

export const correct = defineEnv({ name: 'pictures', apiVersion: 1, build: () => new Pictures() });
