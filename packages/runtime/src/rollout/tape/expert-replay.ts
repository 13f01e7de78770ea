import { EngineError, type RolloutArgs, type RoutedExperts } from 'slime-sdk';
import { GrowableInts } from './growable.ts';

/** Shape of one position's experts. */
export interface ExpertShape {
  layers: number;
  topk: number;
}

/** The shape of a run; null where its experts are not recorded. @throws EngineError without it. */
export function expertShapeOf(args: RolloutArgs): ExpertShape | null {
  if (!args.use_rollout_routing_replay) return null;
  const { num_layers: layers, moe_router_topk: topk } = args;
  if (layers === null || topk === null) {
    throw new EngineError('--use-rollout-routing-replay needs num_layers and moe_router_topk');
  }
  return { layers, topk };
}

/**
 * Routed experts of each token but the last, spliced in turn by turn as slime's
 * `append_response_tokens` does: a reply covers the rows from its start to its last token but one.
 */
export class ExpertReplay {
  readonly #rows = new GrowableInts();
  readonly #shape: ExpertShape;

  constructor(shape: ExpertShape) {
    this.#shape = shape;
  }

  /** Rows known so far: what the next request asks to start from. */
  get rows(): number {
    return this.#rows.length / this.#stride;
  }

  get #stride(): number {
    return this.#shape.layers * this.#shape.topk;
  }

  /** Takes a reply's rows; `tokens` is the tape's length with the reply. */
  appendSampled(experts: RoutedExperts | undefined, tokens: number): void {
    if (experts === undefined) {
      throw new EngineError('the engine returned no routed experts; start it with them enabled');
    }
    const expected = (tokens - 1 - experts.start) * this.#stride;
    if (experts.ids.length !== expected || experts.start > this.rows) {
      throw new EngineError(
        `the engine returned ${experts.ids.length} routed expert ids from position ` +
          `${experts.start}, expected ${expected} for ${tokens} tokens of ` +
          `${this.#shape.layers} layers x ${this.#shape.topk}`,
      );
    }
    this.#rows.truncate(experts.start * this.#stride);
    this.#rows.append(experts.ids);
  }

  /** Keeps the rows of the first `tokens` tokens. */
  truncate(tokens: number): void {
    this.#rows.truncate(Math.max(0, tokens - 1) * this.#stride);
  }

  field(): number[][][] {
    const { layers, topk } = this.#shape;
    const flat = this.#rows.view;
    return Array.from({ length: this.rows }, (_row, row) =>
      Array.from({ length: layers }, (_layer, layer) => {
        const start = (row * layers + layer) * topk;
        return Array.from(flat.subarray(start, start + topk));
      }),
    );
  }
}
