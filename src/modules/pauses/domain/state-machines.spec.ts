import { describe, expect, it } from '@jest/globals';
import { decided, PauseWalk } from '../../../../test/support/pauses/pause-walk.js';
import { pause } from './pause.decider.js';
import type { PausedStatus } from './pause.events.js';
import { activeEntry, queuePosition, type EntryStatus, type PauseState, type PointStatus } from './pause.state.js';

type Machine<Status extends string> = Readonly<Record<Status | 'none', readonly Status[]>>;

/**
 * A run can pause again after it was resumed, which returns its account to `paused`. A cancellation and its consequences are one decision,
 * so no reader of the account sees the status `cancelling`.
 */
const execution: Machine<PausedStatus> = {
  none: ['paused'],
  paused: ['partially_resumed', 'fully_resumed', 'cancelling', 'cancelled'],
  partially_resumed: ['fully_resumed', 'cancelling', 'cancelled'],
  fully_resumed: ['paused', 'partially_resumed', 'cancelling', 'cancelled'],
  cancelling: ['cancelled'],
  cancelled: [],
};

/** An answer to a paused run passes through the queue within one decision. */
const point: Machine<PointStatus> = {
  none: ['paused'],
  paused: ['queued', 'failed'],
  queued: ['resuming', 'failed'],
  resuming: ['resumed', 'failed'],
  resumed: [],
  failed: [],
};

const entry: Machine<EntryStatus> = {
  none: ['pending'],
  pending: ['claimed', 'failed'],
  claimed: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** The transitions that were seen, as `from>to`. */
class Seen {
  readonly #transitions = new Set<string>();

  take(before: string | undefined, after: string | undefined): void {
    if (before !== after) this.#transitions.add(`${before ?? 'none'}>${after ?? 'none'}`);
  }

  /** Those that are not in the machine. */
  beyond(machine: Machine<string>): readonly string[] {
    const allowed = new Set(Object.entries(machine).flatMap(([from, all]) => all.map((to) => `${from}>${to}`)));
    return [...this.#transitions].filter((each) => !allowed.has(each));
  }

  /** Those of the machine that were not seen. */
  missing(machine: Machine<string>): readonly string[] {
    const all = Object.entries(machine).flatMap(([from, targets]) => targets.map((to) => `${from}>${to}`));
    return all.filter((each) => !this.#transitions.has(each));
  }
}

const walks = 300;
const steps = 60;
const seen = { execution: new Seen(), point: new Seen(), entry: new Seen() };
const broken: string[] = [];

function see(before: PauseState, after: PauseState): void {
  seen.execution.take(before?.status, after?.status);
  for (const [contextId, { status }] of after?.points ?? []) seen.point.take(before?.points.get(contextId)?.status, status);
  const entries = new Map(before?.entries.map(({ resumeId, status }) => [resumeId, status]));
  for (const { resumeId, status } of after?.entries ?? []) seen.entry.take(entries.get(resumeId), status);
}

/** Rules that hold for every account, whatever has happened. */
function problems(account: NonNullable<PauseState>): readonly string[] {
  const claimed = account.entries.filter(({ status }) => status === 'claimed');
  const pending = account.entries.filter(({ status }) => status === 'pending');
  const positions = pending.map(({ resumeId }) => queuePosition(account, resumeId));
  return [
    ...(claimed.length > 1 ? ['two answers go through the run at once'] : []),
    ...(positions.every((position, index) => position === index + 1) ? [] : ['the queue is out of order']),
    ...account.entries.flatMap(({ contextId, status }) => {
      const of = account.points.get(contextId)?.status;
      const expected: Record<EntryStatus, PointStatus> = { pending: 'queued', claimed: 'resuming', completed: 'resumed', failed: 'failed' };
      return of === expected[status] ? [] : [`the entry is ${status}, its point ${String(of)}`];
    }),
  ];
}

for (let walk = 0; walk < walks; walk += 1) {
  const run = new PauseWalk(`walk-${walk}`);
  let account: PauseState = null;
  for (let step = 0; step < steps; step += 1) {
    const before: PauseState = account;
    const command = run.next(before);
    for (const event of decided(() => pause.decide(command, before))) {
      const last: PauseState = account;
      account = pause.evolve(last, event);
      see(last, account);
    }
    if (account !== null) broken.push(...problems(account).map((problem) => `walk ${walk}, step ${step}: ${problem}`));
    run.follow(account);
  }
  const isLeft = account !== null && activeEntry(account) !== undefined;
  if (isLeft && account?.status === 'cancelled') broken.push(`walk ${walk}: an answer goes through a cancelled run`);
}

describe.each([
  ['a paused execution', 'execution', execution],
  ['a pause point', 'point', point],
  ['an answer on its way', 'entry', entry],
] as const)('%s', (_, name, machine) => {
  it('changes only as the table says', () => {
    expect(seen[name].beyond(machine)).toEqual([]);
  });

  it('can change in every way that the table says', () => {
    const never =
      name === 'execution' ? seen[name].missing(machine).filter((each) => !each.includes('cancelling')) : seen[name].missing(machine);
    expect(never).toEqual([]);
  });
});

describe('an account', () => {
  it('has one answer at a time in the run, a queue in order, and points that stand as their answers do', () => {
    expect(broken).toEqual([]);
  });
});
