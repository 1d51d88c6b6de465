import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Drain } from '#edge/gate/drain.js';
import { Config } from '#host/config/config.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { Timers } from '#kernel/timers.js';
import { Signals } from '#ledger/signals/signals.js';
import { livingProcesses } from '#ledger/vitals/living-processes.js';
import { processFacts, type ProcessFacts } from '#ledger/vitals/process-facts.js';
import { Leases } from '#ledger/work/leases.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { ExportFaults, type ExportFault } from '#modules/exports/index.js';

/** What a process says of itself. */
export interface ProcessAnswer extends ProcessFacts {
  readonly owner: number;
  readonly role: Config['role'];
  readonly isStopping: boolean;
  /** The encryption keys that it has; absent in a former release. */
  readonly keyIds?: readonly string[];
  /** Work that it is doing. */
  readonly running: number;
  /** Consumers of exports to which it cannot send, with the reasons. */
  readonly exportFaults: Readonly<Record<string, ExportFault>>;
}

/** An answer, as it is sent. */
export interface RollAnswer {
  readonly question: string;
  readonly answer: ProcessAnswer;
}

/** A process that is connected to the database, and its answer; undefined if it did not answer in time. */
export interface RolledProcess {
  readonly owner: number;
  readonly answer: ProcessAnswer | undefined;
}

/** The topic of the question, which is an id, and that of its answers. */
export const asked = 'processes.asked';
export const answered = 'processes.answered';
const patienceMs = 1_000;
/** A message is limited to 7,900 bytes, and more reasons than this have one cause. */
const mostFaults = 8;
/** Below the limit of messages between processes. */
const mostAnswerBytes = 7000;

/**
 * Asks the processes of the server who they are. Nothing is stored: a process is there while it holds the lock of its session, and one
 * that holds its lock without an answer hangs, or is of a release that does not know the question.
 */
@Injectable()
export class ProcessRoll implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #answers = new Map<string, (answer: ProcessAnswer) => void>();
  #calling: Promise<readonly RolledProcess[]> | undefined;
  #stops: readonly (() => void)[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly signals: Signals,
    private readonly leases: Leases,
    private readonly worker: WorkerLoop,
    private readonly drain: Drain,
    private readonly faults: ExportFaults,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly ids: Ids,
    private readonly box: SecretBox,
  ) {}

  onApplicationBootstrap(): void {
    this.#stops = [
      this.signals.onMessage(asked, (question) => this.signals.sendMessage(answered, this.#answerTo(question))),
      this.signals.onMessage(answered, (text) => {
        const { question, answer } = JSON.parse(text) as RollAnswer;
        this.#answers.get(question)?.(answer);
      }),
    ];
  }

  beforeApplicationShutdown(): void {
    for (const stop of this.#stops) stop();
  }

  /** All that ask at the same time get the same answers. */
  call(): Promise<readonly RolledProcess[]> {
    this.#calling ??= this.#call().finally(() => (this.#calling = undefined));
    return this.#calling;
  }

  async #call(): Promise<readonly RolledProcess[]> {
    const owners = await livingProcesses(this.pool);
    const answers = await this.#gather(new Set(owners));
    return owners.map((owner) => ({ owner, answer: answers.get(owner) }));
  }

  /** The answers of `owners`, as soon as all are there or the patience has ended. */
  async #gather(owners: ReadonlySet<number>): Promise<ReadonlyMap<number, ProcessAnswer>> {
    const question = this.ids.next();
    const answers = new Map<number, ProcessAnswer>();
    const complete = new AbortController();
    this.#answers.set(question, (answer) => {
      if (owners.has(answer.owner)) answers.set(answer.owner, answer);
      if (answers.size === owners.size) complete.abort();
    });
    this.signals.sendMessage(asked, question);
    await this.timers.wait(patienceMs, complete.signal).catch(() => undefined);
    this.#answers.delete(question);
    return answers;
  }

  /** With as many faults as a message can carry. */
  #answerTo(question: string): string {
    for (let faults = mostFaults; ; faults -= 1) {
      const text = JSON.stringify({ question, answer: this.#own(faults) });
      if (faults === 0 || Buffer.byteLength(text) <= mostAnswerBytes) return text;
    }
  }

  #own(faults: number): ProcessAnswer {
    return {
      owner: this.leases.owner,
      ...processFacts(this.clock.now()),
      role: this.config.role,
      isStopping: this.drain.isDraining,
      keyIds: this.box.keyIds,
      running: this.worker.running,
      exportFaults: Object.fromEntries([...this.faults.read()].slice(0, faults)),
    };
  }
}
