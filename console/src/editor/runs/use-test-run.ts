import { SluiceError, type TestDraftRequest } from '@sluice/client';
import { useMemo, useState, type ReactNode } from 'react';
import type { DeclaredInput } from '../../../../src/document/check/declared-inputs.js';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { api } from '../../api/client.js';
import { useRunEvents } from '../../api/run-events.js';
import { useSession } from '../../api/session.js';
import type { WorkflowDetail } from '../../api/workflow.js';
import type { BlockState } from '../../canvas/canvas-block.js';
import { blockRuns, runState, type BlockRun, type RunState } from '../../run/block-runs.js';
import { useAction } from '../../shell/use-action.js';
import type { DraftStore } from '../store/draft-store.js';
import { keptRuns } from './kept-runs.js';
import { formFields, readInput, type InputProblems, type WrittenInput } from './run-input.js';
import { savedRevision } from './saved-revision.js';

/** Where a test run begins or ends, if not at the start and the end of the draft. */
export type RunPart = { readonly until: string } | { readonly from: string };

/** The test run that is shown. */
export interface ShownRun extends RunState {
  readonly executionId: string;
  readonly blocks: readonly BlockRun[];
  /** Why no events come at present. */
  readonly problem: unknown;
}

/** The test runs of a draft: their input, and the latest one of this tab. */
export interface TestRuns {
  readonly workspaceId: string;
  /** The fields of the form; undefined when the input is written as JSON. */
  readonly fields: readonly DeclaredInput[] | undefined;
  readonly written: WrittenInput;
  readonly write: (written: WrittenInput) => void;
  readonly problems: InputProblems;
  readonly isOutside: boolean;
  readonly setOutside: (isOutside: boolean) => void;
  readonly start: (part?: RunPart) => void;
  readonly isStarting: boolean;
  readonly stop: () => void;
  readonly isStopping: boolean;
  /** Why the last start or stop was refused. */
  readonly error: unknown;
  readonly run: ShownRun | undefined;
  readonly hide: () => void;
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
}

export function useTestRun({ workflow, store, document, isReadOnly }: TestedDraft): TestRuns {
  const { id: workflowId, workspaceId } = workflow;
  const { user } = useSession();
  const [kept] = useState(() => keptRuns(user.id, workflowId));
  const [written, setWritten] = useState(kept.input);
  const [isOutside, setOutside] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const [executionId, setExecutionId] = useState(kept.run);
  const show = (id: string | undefined): void => {
    kept.saveRun(id);
    setExecutionId(id);
  };
  const fields = useMemo(() => formFields(document), [document]);
  const read = useMemo(() => readInput(fields, written), [fields, written]);
  const starting = useAction({
    act: async (body: TestDraftRequest) => {
      const revision = await savedRevision(store);
      return (await api.executions.testDraft(workflowId, { ...body, revision })).data.executionId;
    },
    onDone: show,
  });
  const stopping = useAction({ act: (id: string) => api.executions.cancel(workflowId, id) });
  const run = useShownRun(workspaceId, isReadOnly ? undefined : executionId);
  const start = (part?: RunPart): void => {
    if (isReadOnly || starting.isPending) return;
    stopping.reset();
    const outside = isOutside ? 'real' : 'none';
    // A run from a block on has the input of the run that it takes over.
    if (part !== undefined && 'from' in part && executionId !== undefined) return starting.do({ ...part, reuse: executionId, outside });
    setChecked('problems' in read);
    if ('input' in read) starting.do({ ...part, input: read.input as Readonly<Record<string, unknown>>, outside });
  };
  const states = useMemo(() => new Map(run?.blocks.map(({ blockId, state }) => [blockId, state])), [run?.blocks]);
  return {
    workspaceId,
    fields,
    written,
    write: (next) => {
      setWritten(next);
      kept.saveInput(next);
    },
    problems: isChecked && 'problems' in read ? read.problems : noProblems,
    isOutside,
    setOutside,
    start,
    isStarting: starting.isPending,
    stop: () => run !== undefined && stopping.do(run.executionId),
    isStopping: stopping.isPending,
    error: starting.error ?? stopping.error,
    run,
    hide: () => show(undefined),
    states,
    dialog: starting.dialog || stopping.dialog,
  };
}

/** Follows a run; undefined without one, and when it is not kept any more. */
function useShownRun(workspaceId: string, executionId: string | undefined): ShownRun | undefined {
  const { events, error } = useRunEvents(workspaceId, executionId ?? '', executionId !== undefined);
  const blocks = useMemo(() => blockRuns(events), [events]);
  const state = useMemo(() => runState(events), [events]);
  if (executionId === undefined || (error instanceof SluiceError && error.status === 404)) return undefined;
  return { ...state, executionId, blocks, problem: error };
}
