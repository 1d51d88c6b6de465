import type { GuestCell, Realm } from './cell.js';
import type { GuestProgram } from './program.js';
import { type Outcome, runStep } from './step.js';

const freeCellsPerGroup = 4;
const freeCellsInAll = 8;

export interface Run {
  readonly program: GuestProgram;
  readonly deadline: number;
  readonly hasNetwork: boolean;
  readonly bindings: string;
}

/** A call between two steps. */
export interface ParkedRun {
  readonly cell: GuestCell;
  readonly realm: Realm;
  readonly deadline: number;
}

/** Creates cells, and defers work until the answer is sent. */
export interface Workshop {
  /** How many cells all groups together keep for their next call with a network. */
  freeCells: number;
  takeCell(): GuestCell;
  later(chore: () => void): void;
}

/** The isolates of the programs that may share one. */
export class GuestGroup {
  readonly #workshop: Workshop;
  /** For calls that end within one step. */
  #main: GuestCell | undefined;
  /** For calls that may wait for the network: each has a separate isolate until it ends, so that the end of one does not affect another. */
  readonly #free: GuestCell[] = [];
  #isDiscarded = false;

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
  }

  /** `park` is called when the call waits and must be resumed. */
  run(run: Run, park: (parked: ParkedRun) => void): Outcome {
    const { program, hasNetwork } = run;
    if (program.needsOwnRealm || (hasNetwork && program.usesFetch)) return this.#runApart(run, park);
    const main = this.#mainCell();
    main.calls += 1;
    // A frozen realm costs as much as ten ordinary ones. It is created for the second call, because many groups have only one.
    if (main.calls === 1) return this.#runApart(run, park);
    const shared = this.#runShared(run, main);
    if (shared.kind !== 'error' && shared.kind !== 'repeat') return shared;
    // The cause may be the frozen realm. The run had no external effect, so it can be repeated.
    const apart = this.#runApart(run, park);
    program.needsOwnRealm = apart.kind !== 'error' || apart.text !== shared.text;
    return apart;
  }

  resume({ cell, realm, deadline }: ParkedRun, answer: readonly [request: number, isOk: boolean, text: string]): Outcome {
    const outcome = runStep(realm, deadline, (options) => realm.resume.applySync(undefined, [...answer], options));
    if (outcome.kind !== 'waits') this.#leave(cell, realm);
    return outcome;
  }

  /** Calls that wait for the network continue to their end. */
  discard(): void {
    this.#isDiscarded = true;
    this.#main?.discard();
    this.#workshop.freeCells -= this.#free.length;
    for (const cell of this.#free.splice(0)) cell.discard();
  }

  #mainCell(): GuestCell {
    if (this.#main === undefined || this.#main.isolate.isDisposed) this.#main = this.#workshop.takeCell();
    return this.#main;
  }

  #runShared(run: Run, cell: GuestCell): Outcome {
    const realm = cell.sharedRealm();
    let factory = cell.factories.get(run.program);
    if (factory === undefined) cell.factories.set(run.program, (factory = run.program.in(realm, cell)));
    const made = factory.derefInto();
    const outcome = runStep(realm, run.deadline, (options) =>
      realm.start.applySync(undefined, [made, run.bindings, run.hasNetwork], options),
    );
    if (outcome.isDirty) cell.dropSharedRealm();
    return outcome;
  }

  #runApart(run: Run, park: (parked: ParkedRun) => void): Outcome {
    const { program, deadline, hasNetwork } = run;
    const cell = hasNetwork ? this.#freeCell() : this.#mainCell();
    const realm = cell.freshRealm();
    let isParked = false;
    try {
      const made = program.in(realm, cell).derefInto({ release: true });
      const outcome = runStep(realm, deadline, (options) => realm.start.applySync(undefined, [made, run.bindings, hasNetwork], options));
      isParked = outcome.kind === 'waits';
      return outcome;
    } finally {
      if (isParked) park({ cell, realm, deadline });
      else this.#leave(cell, realm);
      if (program.needsOwnRealm || program.usesFetch) this.#workshop.later(() => cell.restock());
    }
  }

  #freeCell(): GuestCell {
    const cell = this.#free.pop();
    if (cell === undefined) return this.#workshop.takeCell();
    this.#workshop.freeCells -= 1;
    return cell;
  }

  #leave(cell: GuestCell, realm: Realm): void {
    cell.release(realm);
    if (cell === this.#main) return;
    const isRoom = this.#free.length < freeCellsPerGroup && this.#workshop.freeCells < freeCellsInAll;
    if (!isRoom || this.#isDiscarded || cell.isolate.isDisposed) return cell.discard();
    this.#free.push(cell);
    this.#workshop.freeCells += 1;
  }
}
