import { SluiceError, type ShownEvent, type TestDraftRequest } from '@sluice/client';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { DeclaredInput } from '../../../../src/document/check/declared-inputs.js';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { api } from '../../api/client.js';
import { RetryKey } from '../../api/retry-key.js';
import { useRunEvents } from '../../api/run-events.js';
import { useSession } from '../../api/session.js';
import type { WorkflowDetail } from '../../api/workflow.js';
import type { BlockState } from '../../canvas/canvas-block.js';
import { blockRuns, runState, type BlockRun, type RunState } from '../../run/block-runs.js';
import { useAction } from '../../shell/use-action.js';
import type { WrittenPin } from '../data/read-pin.js';
import type { DraftStore } from '../store/draft-store.js';
import { keptRuns } from './kept-runs.js';
import { isNote } from '../../../../src/document/block-roles.js';
import { formFields, readInput, type InputProblems, type ReadInput, type WrittenInput } from './run-input.js';
import { savedRevision } from './saved-revision.js';
import { useEarlierInput, type EarlierInput } from './use-earlier-input.js';

/** Where a test run begins or ends, if not at the start and the end of the draft. */
export type RunPart = { readonly until: string } | { readonly from: string; readonly until?: string };

/** The test run that is shown. */
export interface ShownRun extends RunState {
  readonly executionId: string;
  /** What it had done with blocks at the moment that is shown. */
  readonly blocks: readonly BlockRun[];
  readonly events: readonly ShownEvent[];
  /** Its events up to the moment that is shown. */
  readonly seen: readonly ShownEvent[];
  /** Its state at the moment that is shown. */
  readonly stateThen: RunState;
  /** Why no events come at present. */
  readonly problem: unknown;
}

/** The test runs of a draft: their input, and the run that is shown: the latest one of this tab, or the one that the address names. */
export interface TestRuns {
  readonly workspaceId: string;
  readonly workflowId: string;
  /** The fields of the form; undefined when the input is written as JSON. */
  readonly fields: readonly DeclaredInput[] | undefined;
  readonly written: WrittenInput;
  readonly write: (written: WrittenInput) => void;
  readonly earlier: EarlierInput;
  readonly read: ReadInput;
  readonly problems: InputProblems;
  readonly showProblems: () => void;
  readonly isOutside: boolean;
  readonly setOutside: (isOutside: boolean) => void;
  /** Whether pinned blocks take their pinned outputs; undefined when none is pinned. */
  readonly usesPins: boolean | undefined;
  readonly setUsesPins: (usesPins: boolean) => void;
  /** Pins that are being written, by their blocks. */
  readonly writtenPins: ReadonlyMap<string, WrittenPin>;
  readonly writePin: (blockId: string, written: WrittenPin | undefined) => void;
  readonly start: (part?: RunPart) => void;
  /** Runs the draft with the input of the run that is shown, and with its results where nothing has changed. */
  readonly again: () => void;
  readonly isStarting: boolean;
  readonly stop: () => void;
  readonly isStopping: boolean;
  /** Why the last start or stop was refused. */
  readonly error: unknown;
  readonly run: ShownRun | undefined;
  /** Whether the address names the run that is shown. */
  readonly isOpened: boolean;
  /** Whether there is no such run of this workflow. */
  readonly isMissing: boolean;
  readonly hide: () => void;
  /** The position of the event after which the run is shown; undefined: all that it has done. */
  readonly moment: number | undefined;
  readonly setMoment: (at: number | undefined) => void;
  /** What the run has done with blocks, by their ids. */
  readonly states: ReadonlyMap<string, BlockState>;
  /** Asks for the password, if the server demands a recent sign-in. */
  readonly dialog: ReactNode;
}

const noProblems: InputProblems = new Map();

interface TestedDraft {
  readonly workflow: WorkflowDetail;
  readonly store: DraftStore;
  readonly document: WorkflowDocument;
  readonly isReadOnly: boolean;
  /** The run that the address names. */
  readonly opened: string | undefined;
  /** The moment of the run that the address names. */
  readonly at: number | undefined;
  readonly onMoment: (at: number | undefined) => void;
  /** Another run is shown from now on. */
  readonly onLeave: () => void;
}

export function useTestRun({ workflow, store, document, isReadOnly, opened, at, onMoment, onLeave }: TestedDraft): TestRuns {
  const { id: workflowId, workspaceId } = workflow;
  const { user } = useSession();
  const [kept] = useState(() => keptRuns(user.id, workflowId));
  const [written, setWritten] = useState(kept.input);
  const [isOutside, setOutside] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const [usesPins, setUsesPins] = useState(true);
  const newest = useRef(written);
  useLayoutEffect(() => void (newest.current = written));
  const [writtenPins, setWrittenPins] = useState<ReadonlyMap<string, WrittenPin>>(new Map());
  const [latest, setLatest] = useState(kept.run);
  const executionId = opened ?? (isReadOnly ? undefined : latest);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const show = (id: string | undefined): void => {
    kept.saveRun(id);
    setLatest(id);
    // A run that starts after the editor was left does not change the address of another page.
    if (isHere.current && (opened !== undefined || at !== undefined)) onLeave();
  };
  const fields = useMemo(() => formFields(document), [document]);
  const read = useMemo(() => readInput(fields, written), [fields, written]);
  const write = (next: WrittenInput): void => {
    setWritten(next);
    kept.saveInput(next);
  };
  const earlier = useEarlierInput({ workspaceId, fields, write, writtenNow: () => newest.current });
  const [attempt] = useState(() => new RetryKey());
  const starting = useAction({
    act: async (asked: TestDraftRequest) => {
      const body = { ...asked, revision: await savedRevision(store) };
      const { data } = await api.executions.testDraft(workflowId, body, { headers: { 'Idempotency-Key': attempt.for(body) } });
      attempt.used();
      return data.executionId;
    },
    onDone: show,
  });
  const stopping = useAction({ act: (id: string) => api.executions.cancel(workflowId, id) });
  const { run, isMissing } = useShownRun({ workspaceId, workflowId, executionId, at });
  const begin = (body: TestDraftRequest): void => {
    if (isReadOnly || starting.isPending) return;
    stopping.reset();
    starting.do({ ...body, outside: isOutside ? 'real' : 'none', pins: usesPins });
  };
  const start = (part?: RunPart): void => {
    // A run from a block on has the input of the run that it takes over.
    if (part !== undefined && 'from' in part && executionId !== undefined) return begin({ ...part, reuse: executionId });
    setChecked('problems' in read);
    if ('input' in read) begin({ ...part, input: read.input as Readonly<Record<string, unknown>> });
  };
  const hasPins = useMemo(() => Object.values(document.blocks).some(({ pin }) => pin !== undefined), [document.blocks]);
  const states = useMemo(() => statesIn(run, document), [run, document]);
  return {
    workspaceId,
    workflowId,
    fields,
    written,
    write,
    earlier,
    read,
    showProblems: () => setChecked(true),
    problems: isChecked && 'problems' in read ? read.problems : noProblems,
    isOutside,
    setOutside,
    usesPins: hasPins ? usesPins : undefined,
    setUsesPins,
    writtenPins,
    writePin: (blockId, pin) =>
      setWrittenPins((now) => {
        const others = [...now].filter(([id]) => id !== blockId);
        return new Map(pin === undefined ? others : [...others, [blockId, pin]]);
      }),
    start,
    again: () => executionId !== undefined && begin({ reuse: executionId }),
    isStarting: starting.isPending,
    stop: () => run !== undefined && stopping.do(run.executionId),
    isStopping: stopping.isPending,
    error: starting.error ?? stopping.error,
    run,
    isOpened: opened !== undefined,
    isMissing,
    hide: () => (opened === undefined ? show(undefined) : onLeave()),
    moment: run === undefined ? undefined : at,
    setMoment: onMoment,
    states,
    dialog: starting.dialog || stopping.dialog || earlier.dialog,
  };
}

const didNotRun: BlockState = { tone: 'plain', word: 'did not run' };

/** What is written at each block of the draft. */
function statesIn(run: ShownRun | undefined, { blocks }: WorkflowDocument): ReadonlyMap<string, BlockState> {
  const states = new Map(run?.blocks.map(({ blockId, state }) => [blockId, state]));
  if (run?.stateThen.isOver !== true) return states;
  for (const block of Object.values(blocks)) if (!states.has(block.id) && !isNote(block)) states.set(block.id, didNotRun);
  return states;
}

/** Follows a run. It is missing when it is not kept any more, and when it is one of another workflow. */
function useShownRun({
  workspaceId,
  workflowId,
  executionId,
  at,
}: {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly executionId: string | undefined;
  readonly at: number | undefined;
}): { readonly run: ShownRun | undefined; readonly isMissing: boolean } {
  const { events, error } = useRunEvents(workspaceId, executionId ?? '', executionId !== undefined);
  return useMemo(() => {
    const owner = events[0]?.payload['workflowId'];
    const isMissing = (error instanceof SluiceError && error.status === 404) || (owner !== undefined && owner !== workflowId);
    if (executionId === undefined || isMissing) return { run: undefined, isMissing: executionId !== undefined && isMissing };
    const seen = at === undefined ? events : events.filter(({ position }) => position <= at);
    const [state, blocks] = [runState(events), blockRuns(seen)];
    return { run: { ...state, executionId, blocks, events, seen, stateThen: runState(seen), problem: error }, isMissing };
  }, [events, error, executionId, workflowId, at]);
}
