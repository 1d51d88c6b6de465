import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SecretBox } from '#host/secrets/secret-box.js';
import type { Caller } from '#kernel/caller.js';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import { isOutlined } from '#kernel/models/event-contents.js';
import { findBlock, referenceName } from '#document/document.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { Deployments, versionName } from '#modules/workflows/index.js';
import { hiddenIn } from '../jobs/sealed-output.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import type { ExecutionEvent, ExecutionStarted, ReplayMode, RunOrigin } from '#engine/execution.events.js';
import { foldExecution, isOver, type ExecutionState } from '#engine/execution.state.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { Models } from '#blocks/ports/language-models.js';
import { ServerCapabilities } from '../blocks/world/server-capabilities.js';
import { callsOf, replayedFacts } from '#engine/replay/replayed-facts.js';
import { ReplayOrigins } from '../drive/reuse/replay-origins.js';
import { DraftVersions } from './draft-versions.js';
import { type RunName, nameOf, RunStore, type FoundRun } from './run-store.js';

type Started = ReturnType<typeof ExecutionStarted>['payload'];

/** The data that a replay copies from the run that it repeats, and its reference to that run. */
export interface RepeatedRun extends Pick<Started, 'deploymentVersion' | 'trigger' | 'input' | 'triggerSource' | 'draft'> {
  readonly origin: RunOrigin;
  /** Present if the run keeps no contents: the replay keeps none either. */
  readonly contents?: 'none';
}

/** What a replay changes in an agent; the model by its name. */
export interface ForkRequest {
  readonly model?: string | undefined;
  readonly temperature?: number | undefined;
  readonly messages?: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[] | undefined;
}

export interface Replay {
  readonly mode: ReplayMode;
  /** The block to start with: its id, its name, or its name within the run. */
  readonly from: string | undefined;
  /** Undefined: the version of the repeated run; negative: a revision of the draft. */
  readonly version: number | 'draft' | undefined;
  /** The call of a model within the agent `from` with which the replay starts, from 1. */
  readonly call?: number | undefined;
  /** What the agent asks differently from that call on. */
  readonly with?: ForkRequest | undefined;
  /** Whether the replay continues where the run has stopped, because it was quarantined. */
  readonly continues?: true;
}

/**
 * The run that a replay is to repeat.
 * @throws DomainError not-found, forbidden; conflict until the run has ended, when a run that was not quarantined is to be continued, and when
 * the contents that the replay needs are not kept;
 * invalid when the block `from` did not run in it or is not in the version to run, and for a version that is absent or cannot run
 */
export class FindRepeatedRun extends Query<RepeatedRun> {
  constructor(
    readonly run: RunName,
    readonly replay: Replay,
  ) {
    super();
  }
}

/** The names that a message lists. */
const mostNames = 20;

@QueryHandler(FindRepeatedRun)
export class FindRepeatedRunHandler implements IQueryHandler<FindRepeatedRun> {
  constructor(
    private readonly runs: RunStore,
    private readonly jobs: ExecutionJobs,
    private readonly deployments: Deployments,
    private readonly origins: ReplayOrigins,
    private readonly drafts: DraftVersions,
    private readonly capabilities: ServerCapabilities,
    private readonly box: SecretBox,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run: asked, replay }: FindRepeatedRun): Promise<RepeatedRun> {
    const { mode, continues } = replay;
    const run = await this.runs.find(asked, 'write');
    const { executionId } = run;
    if (run.deploymentVersion < 0) this.drafts.requireChoice(asked.caller);
    const { events, state } = await this.integrity.reading(run, () => this.#read(executionId));
    if (state === undefined) throw await this.#unstarted(run);
    if (!isOver(state)) throw notYet(state.status);
    const { trigger, triggerSource } = state.started;
    const input = hiddenIn(state.started, this.box, executionId)?.['input'] ?? state.started.input;
    const begun = { trigger, input, ...(triggerSource === undefined ? {} : { triggerSource }) };
    if (continues !== undefined) return { ...begun, ...continuation(run, state, events, mode) };
    // Also while they are still stored: a replay reads the record again later.
    if (state.started.contents === 'none') throw contentsNotKept(run, 'replayed');
    const from = replay.from === undefined ? undefined : await this.#blockOf(run, events, replay.from);
    const deploymentVersion = await this.#version(run, asked.caller, replay.version);
    const agent = await this.#agent(run, state.started, events, { ...replay, from });
    const origin = { executionId, mode, ...(from === undefined ? {} : { from }), ...agent };
    const repeated = { deploymentVersion, ...begun, ...(replay.version === undefined ? rulesOf(state.started) : {}) };
    const fitting = from === undefined ? undefined : await this.#fitting(run, events, { ...repeated, origin });
    return { ...repeated, origin: { ...origin, ...(fitting === undefined || fitting.length === 0 ? {} : { notTakenOver: fitting }) } };
  }

  async #read(executionId: string): Promise<{ readonly events: readonly ExecutionEvent[]; readonly state: ExecutionState | undefined }> {
    const events = await this.runs.history(executionId);
    return { events, state: foldExecution(events) };
  }

  /** The id of the named block, or its name within the run. */
  async #blockOf(run: FoundRun, events: readonly ExecutionEvent[], name: string): Promise<string> {
    if (replayedFacts(events, name, '') !== undefined) return name;
    const { blocks } = await this.deployments.document(run.workflowId, run.deploymentVersion);
    const all = Object.values(blocks);
    const block = findBlock(blocks, name) ?? all.find((each) => referenceName(each.name) === referenceName(name));
    if (block !== undefined && replayedFacts(events, block.id, '') !== undefined) return block.id;
    const known = block === undefined ? `the workflow has no block "${name}"` : `"${block.name}" did not run`;
    const names = all.filter(({ id }) => replayedFacts(events, id, '') !== undefined).map((each) => each.name);
    const listed = `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ' …' : ''}`;
    throw invalidField('from', `from must name a block that ran in execution ${nameOf(run)}: ${known}. These ran: ${listed}`);
  }

  /** Where within an agent the replay starts, and what it changes. */
  async #agent(
    run: FoundRun,
    started: Started,
    events: readonly ExecutionEvent[],
    { from, call, with: fork, mode }: Replay,
  ): Promise<Pick<RunOrigin, 'call' | 'with'>> {
    if (call === undefined) {
      if (fork === undefined) return {};
      throw invalidField('with', 'with needs call: the call of a model from which on the agent asks differently');
    }
    if (mode !== 'live') throw invalidField('call', 'call is for live replays only: recorded ones repeat all calls from the record');
    const calls = from === undefined ? 0 : callsOf(events, from);
    if (calls === 0) throw invalidField('call', `call needs from, with an agent that called a model in execution ${nameOf(run)}`);
    if (call > calls) throw invalidField('call', `call must be at most ${calls}, the number of calls that the agent has made`);
    if (fork === undefined) return { call };
    const { model: name, temperature, messages } = fork;
    const identity = { ...started, executionId: run.executionId, callChain: started.callChain ?? [] };
    const model = name === undefined ? undefined : await this.capabilities.of(Models, identity).resolve(name, false);
    return {
      call,
      with: {
        ...(model === undefined ? {} : { model }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(messages === undefined ? {} : { messages: messages.map(messageOf) }),
      },
    };
  }

  async #version({ workflowId, deploymentVersion }: FoundRun, caller: Caller, wanted: Replay['version']): Promise<number> {
    if (wanted === undefined || wanted === deploymentVersion) return deploymentVersion;
    this.drafts.requireChoice(caller);
    if (wanted === 'draft') return (await this.drafts.present(workflowId)).version;
    if (wanted < 0) return (await this.drafts.at(workflowId, -wanted)).version;
    if (await this.deployments.hasVersion(workflowId, wanted)) return wanted;
    throw invalidField('version', `version must be a deployed version of the workflow: it has no version ${wanted}`);
  }

  /** Names of the blocks whose outcome is not taken over. */
  async #fitting(run: FoundRun, events: readonly ExecutionEvent[], repeated: RepeatedRun): Promise<readonly string[]> {
    const { deploymentVersion, origin } = repeated;
    const taken = await this.origins.takenOver(events, { ...repeated, workflowId: run.workflowId, startedAt: '' });
    if (taken?.isFromMissing === true) {
      const version = versionName(deploymentVersion);
      throw invalidField('from', `from must name a block of version ${version}: "${origin.from}" is not in it under its id or its name`);
    }
    return taken?.dropped ?? [];
  }

  /** A run without events has not started, was cancelled before it started, or is known by its job only. */
  async #unstarted({ executionId }: FoundRun): Promise<Error> {
    const job = await this.jobs.find(executionId);
    if (job === undefined || job.completedAt === null) return notYet(job?.status === 'queued' ? 'queued' : 'running');
    return job.startedAt === null ? conflict('CONFLICT', 'Execution cannot be replayed: it never began') : notFound('Execution');
  }
}

/** What a run repeats that continues a quarantined one: the same version by the same rules. */
function continuation(
  run: FoundRun,
  { reason, started }: ExecutionState,
  events: readonly ExecutionEvent[],
  mode: ReplayMode,
): Pick<RepeatedRun, 'deploymentVersion' | 'draft' | 'contents' | 'origin'> {
  if (reason !== 'quarantined') throw conflict('CONFLICT', `Execution ${nameOf(run)} was not quarantined: replay it instead`);
  if (events.some(({ payload }) => isOutlined(payload))) throw contentsNotKept(run, 'released any more');
  const { deploymentVersion, contents, draft, origin } = started;
  return {
    deploymentVersion,
    ...(draft === undefined ? {} : { draft }),
    ...(contents === 'none' ? { contents } : {}),
    origin: { executionId: run.executionId, mode: origin?.mode ?? mode, continues: true },
  };
}

/** The rules of a test of a draft. Which outcomes it takes over is a matter of its replay. */
function rulesOf({ draft }: Started): Pick<Started, 'draft'> {
  if (draft === undefined) return {};
  const { reuses: _, ...rules } = draft;
  return { draft: rules };
}

function messageOf({ role, content: text }: NonNullable<ForkRequest['messages']>[number]): ModelMessage {
  return role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] };
}

function contentsNotKept(run: FoundRun, deed: string): Error {
  const reason = 'its workspace keeps no prompts and answers (contents: none), so their sizes and digests are all that is stored';
  return conflict('CONTENTS_NOT_KEPT', `Execution ${nameOf(run)} cannot be ${deed}: ${reason}. Start the workflow again with its input`);
}

function notYet(status: string): Error {
  return conflict('CONFLICT', `Execution cannot be replayed while ${status}`);
}
