import type { Episode } from './play-episode.ts';

/** What a plugin's ordinary episodes have shown: some laws are about what only some plugins do. */
export class Traits {
  /** Episodes that ended with samples. */
  episodes = 0;
  /** One gave several samples. */
  fansOut = false;

  /** Takes note of an episode. */
  see({ outcome }: Episode): void {
    if (!outcome.ok) return;
    this.episodes += 1;
    if (Array.isArray(outcome.value) && outcome.value.length > 1) this.fansOut = true;
  }

  /** It is known that the plugin gives one sample always. */
  get isSingle(): boolean {
    return this.episodes > 0 && !this.fansOut;
  }
}
