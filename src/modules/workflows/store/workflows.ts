import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore, LeaseLost, UniqueConflict, appendTo, type Append, type StreamAppend } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import { selectOne } from '#ledger/rows/select.js';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { conflict, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids, isId } from '#kernel/ids.js';
import { Timers } from '#kernel/timers.js';
import { workflow, type WorkflowCommand } from '../domain/workflow.decider.js';
import { WorkflowDetailsChanged, workflowStream, type WorkflowEvent } from '../domain/workflow.events.js';
import type { ExistingWorkflow } from '../domain/workflow.state.js';
import { workflowVersion } from '../projections/workflow.entity.js';
import { emptyDocument } from '#document/document.js';
import { Deployments } from '../ports/deployments.js';
import { ToolPins } from '../ports/tool-pins.js';
import { TriggerRegistrations } from '../ports/trigger-registrations.js';
import { Drafts } from './drafts.js';
import { EndOfRuns } from './end-of-runs.js';
import { Folders, isTreeConflict } from './folders.js';

const never = new AbortController().signal;

/** A change of a workflow, with its caller and the required permission. */
export interface WorkflowChange {
  readonly caller: Caller;
  readonly meta: EventMeta;
  readonly workflowId: string;
  readonly needed: Permission;
}

export type CreateWorkflowCommand = Extract<WorkflowCommand, { readonly type: 'create' }>;

export interface VersionTexts {
  readonly name: string | null;
  readonly description: string | null;
}

interface LoadedWorkflow {
  readonly position: number;
  readonly state: ExistingWorkflow;
}

/**
 * The state of workflows for the decider. It is read from the rows that were written with the last event, and the append succeeds only if that
 * event is still the last one. Of the stream, only the edits after the last whole draft are folded.
 */
@Injectable()
export class Workflows {
  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
    private readonly folders: Folders,
    private readonly drafts: Drafts,
    private readonly ids: Ids,
    private readonly deployments: Deployments,
    private readonly triggers: TriggerRegistrations,
    private readonly pins: ToolPins,
    private readonly timers: Timers,
    private readonly endOfRuns: EndOfRuns,
  ) {}

  /**
   * @param paths the addresses that its triggers keep, by the ids of their blocks
   * @returns the id of the new workflow. @throws DomainError invalid, not-found for a folder that is not in the workspace, conflict for a used address
   */
  async create(command: CreateWorkflowCommand, meta: EventMeta, paths: ReadonlyMap<string, string> = new Map()): Promise<string> {
    const events = workflow.decide(command, workflow.initial);
    const { workspaceId, folderId } = command;
    const streamId = this.ids.next();
    const own = appendTo(workflowStream.at(streamId, workspaceId), { expected: 0, events, meta });
    const place = { workflowId: streamId, workspaceId, at: command.at, meta };
    const backoff = { timers: this.timers, signal: never, seed: streamId };
    const kept = paths.size === 0 ? [] : await this.triggers.reserve({ ...place, document: command.draft ?? emptyDocument, paths });
    const append = async (): Promise<void> =>
      this.store.append({ streams: [own, ...kept], writes: await this.folders.placing(workspaceId, folderId) });
    try {
      await retryConflicts(append, { isConflict: isTreeConflict, backoff });
    } catch (error) {
      if (error instanceof UniqueConflict && kept.length > 0)
        throw conflict('CONFLICT', 'An address of the document is used on this server');
      throw error;
    }
    return streamId;
  }

  /**
   * Loads a workflow, decides and appends. A conflicting append is retried from the start. `commandFor` may throw; without a command nothing is appended.
   * @returns the version of the last event
   * @throws DomainError not-found for absent ids and callers without any access, forbidden, and errors of the decider
   */
  async change(
    { caller, meta, workflowId, needed }: WorkflowChange,
    commandFor: (state: ExistingWorkflow) => WorkflowCommand | Promise<WorkflowCommand | undefined>,
  ): Promise<number> {
    // Deployments that count triggers outrun each other: without a pause, none of them would be stored.
    const backoff = { timers: this.timers, signal: never, seed: this.ids.next() };
    const onceMore = {
      isConflict: (error: unknown) =>
        isStreamConflict(error) || error instanceof LeaseLost || isSameVersion(error) || isTreeConflict(error),
      backoff,
    };
    return retryConflicts(async () => {
      const { position, state } = await this.#load(workflowId);
      const { workspaceId } = state;
      requireReach(caller, workspaceId, needed, 'Workflow');
      const command = await commandFor(state);
      if (command === undefined) return position;
      const movedTo = command.type === 'change-details' && command.folderId !== state.folderId ? command.folderId : null;
      const placing = await this.folders.placing(workspaceId, movedTo ?? null);
      const events = workflow.decide(command, state);
      if (events.length === 0) return position;
      const own = appendTo(workflowStream.at(workflowId, workspaceId), { expected: position, events, meta });
      const place = { workflowId, workspaceId, meta };
      const { streams, ...more } = await this.#triggersAfter(place, events);
      const last = events.at(-1);
      const pins = last?.type === 'workflow.deployed' ? await this.pins.pin({ ...place, active: last.payload, at: last.payload.at }) : [];
      const ends = last?.type === 'workflow.deleted' ? this.endOfRuns.of(place, last.payload.at) : [];
      await this.store.append({ ...more, streams: [own, ...streams, ...pins], writes: [...(more.writes ?? []), ...placing, ...ends] });
      return position + events.length;
    }, onceMore);
  }

  /** What is said about a version: its row is written with the events of the workflow. Undefined for an unknown version. */
  async description(workflowId: string, version: number): Promise<VersionTexts | undefined> {
    const row = await selectOne(this.pool, workflowVersion, { workflowId, version });
    return row && { name: row.name, description: row.description };
  }

  /** What becomes of the triggers when the last of the events changes the active version. */
  async #triggersAfter(
    place: { readonly workflowId: string; readonly workspaceId: string; readonly meta: EventMeta },
    events: readonly WorkflowEvent[],
  ): Promise<Append> {
    const event = events.at(-1);
    switch (event?.type) {
      case 'workflow.deployed':
        return this.triggers.follow({ ...place, active: event.payload, isDeleted: false, at: event.payload.at });
      case 'workflow.version-activated': {
        const { version, at } = event.payload;
        const document = await this.deployments.document(place.workflowId, version);
        return this.triggers.follow({ ...place, active: { version, document }, isDeleted: false, at });
      }
      case 'workflow.undeployed':
      case 'workflow.deleted':
        return this.triggers.follow({ ...place, active: null, isDeleted: event.type === 'workflow.deleted', at: event.payload.at });
      default:
        return { streams: [] };
    }
  }

  /** The appends that move every workflow of a folder into another one; null is the root. */
  async moves(
    folder: { readonly id: string; readonly workspaceId: string },
    target: string | null,
    { at, meta }: { at: string; meta: EventMeta },
  ): Promise<StreamAppend[]> {
    const { workspaceId } = folder;
    const { rows } = await this.pool.query<{ id: string; position: number }>({
      name: 'workflows_in_folder',
      text: 'select id, position from workflow where folder_id = $1 and not deleted',
      values: [folder.id],
    });
    const events = [WorkflowDetailsChanged({ folderId: target, at })];
    return rows.map(({ id, position }) => appendTo(workflowStream.at(id, workspaceId), { expected: position, events, meta }));
  }

  async #load(workflowId: string): Promise<LoadedWorkflow> {
    if (!isId(workflowId)) throw notFound('Workflow');
    const { rows } = await this.pool.query<Omit<ExistingWorkflow, 'status'> & { position: number }>({
      name: 'load_workflow',
      text: `select w.position, w.workspace_id as "workspaceId", w.name, w.description, w.folder_id as "folderId",
               w.latest_version as "latestVersion", w.active_version as "activeVersion", w.draft_revision as "draftRevision", d.revision as "draftWhole",
               d.document as draft
             from workflow w join workflow_draft d on d.workflow_id = w.id where w.id = $1 and not w.deleted`,
      values: [workflowId],
    });
    const [row] = rows;
    if (row === undefined) throw notFound('Workflow');
    const { position, ...state } = row;
    const whole = { revision: state.draftWhole, document: state.draft };
    const { document: draft, editBytes } = await this.drafts.after(workflowId, whole, state.draftRevision);
    return { position, state: { status: 'existing', ...state, draft, draftEditBytes: editBytes } };
  }
}

/** Two deployments at once make the same version. The one that comes second makes the next one. */
function isSameVersion(error: unknown): boolean {
  return error instanceof UniqueConflict && error.constraint === 'workflow_version_pkey';
}
