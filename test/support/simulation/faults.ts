import type { Fate } from './network.js';
import type { Random } from './random.js';

/** What may go wrong in a run. */
export interface FaultProfile {
  /** Deaths of processes between any two steps. */
  readonly kills: boolean;
  /** Processes that stand still, or lose their sign of life, and go on later as if nothing had happened. */
  readonly zombies: boolean;
  /** Appends and reads that fail, or whose answer is lost. */
  readonly store: boolean;
  /** Requests to the outside that get lost, or whose answer does. */
  readonly requests: boolean;
  readonly drains: boolean;
  readonly cancels: boolean;
  /** The run has little time. */
  readonly deadline: boolean;
}

export type ProcessFault = 'kill' | 'freeze' | 'lose session' | 'drain' | 'cancel';

export const noFaults: FaultProfile = {
  kills: false,
  zombies: false,
  store: false,
  requests: false,
  drains: false,
  cancels: false,
  deadline: false,
};

/** Each kind is switched on or off for a whole run first: what happens rarely together with everything else happens often on its own. */
export function randomProfile(random: Random): FaultProfile {
  if (random.chance(0.1)) return noFaults;
  return {
    kills: random.chance(0.6),
    zombies: random.chance(0.35),
    store: random.chance(0.35),
    requests: random.chance(0.4),
    drains: random.chance(0.25),
    cancels: random.chance(0.15),
    deadline: random.chance(0.12),
  };
}

/** Decides what goes wrong when. Few things do, so that every run can end. */
export class Faults {
  #left: number;
  #mayCancel: boolean;
  readonly #stepsBetween: number;

  constructor(
    private readonly random: Random,
    readonly profile: FaultProfile,
  ) {
    this.#left = random.between(1, 8);
    this.#mayCancel = profile.cancels;
    this.#stepsBetween = random.between(4, 60);
  }

  /** What happens before the next step. */
  next(): ProcessFault | undefined {
    if (!this.random.chance(1 / this.#stepsBetween)) return undefined;
    const { kills, zombies, drains } = this.profile;
    const kinds: ProcessFault[] = [
      ...(kills ? (['kill', 'kill'] as const) : []),
      ...(zombies ? (['freeze', 'lose session'] as const) : []),
      ...(drains ? (['drain'] as const) : []),
      ...(this.#mayCancel ? (['cancel'] as const) : []),
    ];
    const [first, ...others] = kinds;
    if (first === undefined || this.#left === 0) return undefined;
    this.#left -= 1;
    const fault = this.random.pick([first, ...others]);
    if (fault === 'cancel') this.#mayCancel = false;
    return fault;
  }

  fateOfAppend(): Fate {
    const { store, kills } = this.profile;
    if (store && this.#happens(0.06)) return this.random.pick(['refused', 'answer lost']);
    return kills && this.#happens(0.04) ? 'sender killed' : 'answered';
  }

  fateOfRead(): Fate {
    return this.profile.store && this.#happens(0.04) ? 'refused' : 'answered';
  }

  fateOfRequest(): Fate {
    return this.profile.requests && this.#happens(0.1) ? this.random.pick(['refused', 'answer lost', 'answer lost']) : 'answered';
  }

  #happens(probability: number): boolean {
    if (this.#left === 0 || !this.random.chance(probability)) return false;
    this.#left -= 1;
    return true;
  }
}
