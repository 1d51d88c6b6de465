import { DomainError } from '#kernel/errors.js';
import type { AnswerCommand, PauseCommand, RestCommand } from '#modules/pauses/domain/pause.decider.js';
import type { PausePoint } from '#modules/pauses/domain/pause.events.js';
import { activeEntry, isOpen, type PauseState } from '#modules/pauses/domain/pause.state.js';
import { Random } from '../simulation/random.js';

const at = '2026-01-05T10:00:00.000Z';
const people = ['ada', 'bob', 'cleo'] as const;

/**
 * A run, the people whom it asks, and all that may happen to both: a run that rests is answered, woken by a moment or cancelled; one
 * that is at work comes to rest, with other points than before, or ends. Follows from its seed.
 */
export class PauseWalk {
  readonly #random: Random;
  #run: 'resting' | 'working' | 'over' = 'working';
  #made = 0;

  constructor(seed: string) {
    this.#random = new Random(seed);
  }

  /** What happens next. */
  next(account: PauseState): PauseCommand {
    if (this.#run === 'working' && this.#random.chance(0.4)) return this.#rest(account);
    if (this.#run === 'resting' && this.#random.chance(0.05)) return this.#end('cancelled');
    if (this.#run === 'resting' && this.#random.chance(0.1)) this.#run = 'working';
    return this.#answer(account);
  }

  /** What was decided on that, so that the run follows it. */
  follow(account: PauseState): void {
    if (this.#run !== 'over' && account !== null && activeEntry(account) !== undefined) this.#run = 'working';
  }

  #answer(account: PauseState): AnswerCommand {
    const known = [...(account?.points.keys() ?? [])];
    const contextId = this.#random.pick(['unknown', ...known.slice(-4)]);
    const name = this.#random.pick(people);
    const by = { userId: name, email: `${name}@example.com`, via: 'key', keyId: name } as const;
    return {
      type: 'answer',
      contextId,
      resumeId: `r${(this.#made += 1)}`,
      jobId: null,
      input: {},
      by,
      mayContinue: this.#run === 'resting',
      at,
    };
  }

  #rest(account: PauseState): RestCommand {
    if (this.#random.chance(0.08)) return this.#end(this.#random.pick(['completed', 'failed', 'cancelled']));
    const open = [...(account?.points.values() ?? [])].filter(isOpen).map(({ point }) => point);
    const added = Array.from({ length: this.#random.between(0, 2) }, () => this.#point());
    this.#run = 'resting';
    // Without any point it waits for a moment.
    return { ...bare, waiting: [...this.#random.some(open, 0.85), ...added], run: 'paused', error: null };
  }

  #end(run: 'completed' | 'failed' | 'cancelled'): RestCommand {
    this.#run = 'over';
    return { ...bare, waiting: [], run, error: run === 'failed' ? 'broken' : null };
  }

  #point(): PausePoint {
    const contextId = `p${(this.#made += 1)}`;
    const scopes = { parallelScope: null, loopScope: null };
    const rules = { expiresAt: null, onExpiry: 'fail', approvers: [], requiredApprovals: this.#random.between(1, 2) } as const;
    return {
      contextId,
      node: contextId,
      blockId: contextId,
      response: {},
      fields: [],
      ...rules,
      approvers: [],
      ...scopes,
      registeredAt: at,
    };
  }
}

const bare = { type: 'rest', executionId: 'e', workflowId: 'w', workspaceId: 'ws', at } as const;

/** What a decision comes to, nothing when it is a refusal. */
export function decided<Event>(decide: () => readonly Event[]): readonly Event[] {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
