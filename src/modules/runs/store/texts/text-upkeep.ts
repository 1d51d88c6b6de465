import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { executionStream } from '#engine/execution.events.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { EventStore } from '#ledger/events/event-store.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { MinuteChore } from '#ledger/chores/minute-chore.js';

const minuteMs = 60_000;
/** Pieces stay this long after the last one, so that the answer to a reader may be under way. With the interval of the chore it is ten minutes. */
const keptMs = 8 * minuteMs;
/** A call that has said nothing for so long has no process any more. */
const lostMs = 24 * 60 * minuteMs;
const callsAtOnce = 200;
const eventsAtOnce = 500;

interface Call {
  readonly executionId: string;
  readonly position: number;
  /** Its last piece is old, too. */
  readonly isSilent: boolean;
  readonly isLost: boolean;
}

type Place = Pick<Call, 'executionId' | 'position'>;

const beginning: Place = { executionId: '00000000-0000-0000-0000-000000000000', position: 0 };

/** Deletes the pieces of calls that have their outcome. Every process does so once a minute: the one that wrote them may be gone. */
@Injectable()
export class TextUpkeep extends MinuteChore {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    timers: Timers,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    super(timers, logger, 'Streamed text was not deleted; the next round will retry');
  }

  async tidy(): Promise<void> {
    const now = this.clock.now().getTime();
    let after = beginning;
    for (let page: readonly Call[] | undefined; page === undefined || page.length === callsAtOnce;) {
      page = await this.#oldCalls(now, after);
      for (const { executionId, position, isSilent, isLost } of page)
        if (isLost || (isSilent && (await this.#hasOutcome(executionId, position))))
          await deleteInSteps(this.pool, 'run_text', 'execution_id = $1 and position = $2', [executionId, position]);
      after = page.at(-1) ?? after;
    }
  }

  /** Calls with an old piece, in order. */
  async #oldCalls(now: number, after: Place): Promise<readonly Call[]> {
    const { rows } = await this.pool.query<Call>(
      `select execution_id as "executionId", position, max(at) < $1 as "isSilent", max(at) < $2 as "isLost"
       from (select distinct execution_id, position from run_text where at < $1 and (execution_id, position) > ($3, $4)
             order by execution_id, position limit ${callsAtOnce}) as old
       join run_text using (execution_id, position) group by execution_id, position order by execution_id, position`,
      [new Date(now - keptMs), new Date(now - lostMs), after.executionId, after.position],
    );
    return rows;
  }

  /** A run that was deleted needs its pieces as little as one that has the answer. */
  async #hasOutcome(executionId: string, position: number): Promise<boolean> {
    const [intent] = await this.store.read(executionStream, executionId, position - 1, 1);
    if (intent?.type !== 'execution.effect-intended') return true;
    const { node, call } = intent.payload;
    if (call === undefined || !('attempt' in call)) return true;
    for (let after = position; ;) {
      const events = await this.store.read(executionStream, executionId, after, eventsAtOnce);
      for (const event of events) {
        if (event.type !== 'execution.model-answered') continue;
        const { payload } = event;
        if (payload.node === node && payload.turn === call.turn && payload.attempt === call.attempt) return true;
      }
      if (events.length < eventsAtOnce) return false;
      after += events.length;
    }
  }
}
