import type { CheckedFaultPlan, FaultKind } from './fault-plan.ts';
import { type Hash, hashInts, hashKey, unit } from './random.ts';

/** What a fault is chosen by. */
export interface FaultSite {
  /** Prompt, sampling seed and ordinal: the same for each try. */
  identity: Hash;
  /** `/generate` requests before this one. */
  request: number;
  routingKey: string | null;
}

/** A fault that was chosen. */
export interface Fault {
  kind: FaultKind;
  /** Uniform in [0, 1): where in the reply it strikes. */
  place: number;
}

/** The sample's index that a routing key of this project ends in. */
function indexOfRoutingKey(routingKey: string | null): number | null {
  const digits = routingKey?.match(/-(\d{8,})$/)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Chooses faults by what is asked, never by when: the same seed, prompt and sampling seed meet the
 * same faults in any order of arrival. The exception is `at` with `request`.
 */
export class FaultPicker {
  readonly #plan: CheckedFaultPlan;
  /** Faults met so far; kept for requests that met one. */
  readonly #met = new Map<string, number>();
  /** Prompts of a routing key, in the order of their first arrival. */
  readonly #turns = new Map<string, string[]>();

  constructor(plan: CheckedFaultPlan) {
    this.#plan = plan;
  }

  /** The fault of one try, if any; counts it. */
  pick(site: FaultSite): Fault | undefined {
    const key = hashKey(site.identity);
    const met = this.#met.get(key) ?? 0;
    const hash = hashInts([this.#plan.seed, met], site.identity);
    const kind = this.#named(site, key, met) ?? this.#drawn(hash, met);
    if (kind === undefined) return undefined;
    this.#met.set(key, met + 1);
    return { kind, place: unit(hashInts([2], hash)) };
  }

  #named(site: FaultSite, key: string, met: number): FaultKind | undefined {
    if (this.#plan.at.length === 0) return undefined;
    const index = indexOfRoutingKey(site.routingKey);
    const turn = this.#turnOf(site.routingKey, key);
    return this.#plan.at.find(
      (at) =>
        (at.request === undefined || at.request === site.request) &&
        (at.index === undefined || at.index === index) &&
        (at.turn === undefined || at.turn === turn) &&
        (at.attempt === 'every' || at.attempt === met),
    )?.kind;
  }

  #drawn(hash: Hash, met: number): FaultKind | undefined {
    const { rate, kinds, maxPerPrompt } = this.#plan;
    if (met >= maxPerPrompt || unit(hash) >= rate) return undefined;
    return kinds[Math.floor(unit(hashInts([1], hash)) * kinds.length)];
  }

  #turnOf(routingKey: string | null, key: string): number | null {
    if (routingKey === null) return null;
    const prompts = this.#turns.get(routingKey) ?? [];
    this.#turns.set(routingKey, prompts);
    const known = prompts.indexOf(key);
    if (known >= 0) return known;
    return prompts.push(key) - 1;
  }
}
