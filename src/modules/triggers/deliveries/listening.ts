import { Injectable } from '@nestjs/common';
import { requireReach, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { invalidField, notFound } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import type { JsonObject } from '#kernel/json.js';
import { randomToken } from '#host/secrets/random-token.js';
import { findBlock, type Block } from '#document/document.js';
import { invalidDocument } from '#document/parse/faults/invalid-document.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { Deployments, WorkflowDirectory } from '#modules/workflows/index.js';
import { triggerIdOf, workflowsOfTrigger } from '../store/trigger-id.js';
import { blockProblems, readBlockTrigger } from '../kinds/trigger-kinds.js';
import { notionToken } from '../signatures/handshakes.js';
import { eventKeptMs, Listeners, outlinedEventKeptMs, type PresentListener } from '../store/deliveries/listeners.js';
import { SigningSecrets } from '../store/secrets/signing-secrets.js';
import { Triggers } from '../store/triggers.js';
import { admit } from '../webhooks/admit.js';
import { readDelivery } from '../webhooks/read-delivery.js';
import { jsonAnswer, type WebhookAnswer } from '../webhooks/webhook-answer.js';
import { withFiles } from '../webhooks/webhook-body.js';
import { schemeOf, type WebhookSettings } from '../webhooks/webhook-settings.js';
import type { Knock } from './webhook-door.js';

/** A listener that begins, and the secret part of its address, which is not shown again. */
export interface BegunListener {
  readonly listener: PresentListener;
  readonly token: string;
}

/** Where a trigger is, or will be. */
interface TriggerPlace {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly blockId: string;
}

/** Waits for one event of a webhook block of a draft. The event is shown and starts no run. */
@Injectable()
export class Listening {
  constructor(
    private readonly listeners: Listeners,
    private readonly triggers: Triggers,
    private readonly deployments: Deployments,
    private readonly directory: WorkflowDirectory,
    private readonly runs: TriggeredRuns,
    private readonly signing: SigningSecrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Also for a trigger that no deployment has registered yet.
   * @throws DomainError not-found, the same for an absent and a foreign trigger, and what `begin` throws
   */
  async beginFor(caller: Caller, triggerId: string): Promise<BegunListener> {
    const trigger = (await this.triggers.find(triggerId)) ?? (await this.#ofDraft(caller, triggerId));
    if (trigger === undefined) throw notFound('Trigger');
    requireReach(caller, trigger.workspaceId, 'write', 'Trigger');
    return this.begin(caller, trigger.workflowId, trigger.blockId);
  }

  /** @throws DomainError not-found for the workflow; invalid for a block that is no webhook, or whose fields are wrong */
  async begin(caller: Caller, workflowId: string, blockId: string): Promise<BegunListener> {
    const workflow = await this.deployments.find(workflowId);
    if (workflow === undefined) throw notFound('Workflow');
    const { workspaceId } = workflow;
    requireReach(caller, workspaceId, 'write', 'Workflow');
    const version = await this.deployments.draftVersion(workflowId);
    await this.#settings({ workflowId, blockId, version });
    const token = randomToken();
    const listener = await this.listeners.begin({ id: this.ids.next(), workspaceId, workflowId, blockId, version }, token);
    return { listener, token };
  }

  /** @throws DomainError not-found, the same for an absent and a foreign listener */
  async get(caller: Caller, triggerId: string, token: string): Promise<PresentListener> {
    const listener = await this.listeners.at(token);
    if (listener === undefined || triggerIdOf(listener.workflowId, listener.blockId) !== triggerId) throw notFound('Listener');
    requireReach(caller, listener.workspaceId, 'read', 'Listener');
    return listener;
  }

  /** Answers a request to the address of a listener. @throws DomainError for a request that is refused, and for an address that does not wait */
  async enter({ path: token, request, source }: Knock): Promise<WebhookAnswer> {
    const listener = await this.listeners.waitingAt(token);
    if (listener === undefined) throw notFound('Webhook');
    const { settings, block } = await this.#settings(listener);
    const secrets = await this.signing.ofBlock(block, settings, listener.workspaceId);
    const now = this.clock.now();
    const early = admit({ settings, secrets, request, ip: source.ip ?? '', nowMs: now.getTime() });
    const isNotion = early !== undefined && schemeOf(settings) === 'notion' && notionToken(request) !== undefined;
    // The token that Notion sends to a new address is what its author waits for: it signs what follows.
    if (early !== undefined && !isNotion) return early;
    const { input, files, headers, event = null, isWanted } = await readDelivery(settings, request, secrets);
    const shown = files.map(({ field, name, mediaType: type, content }) => ({ field, file: { name, type, size: content.length } }));
    const heard: JsonObject = {
      receivedAt: now.toISOString(),
      shownUntil: new Date(now.getTime() + (await this.#keptMs(listener))).toISOString(),
      method: request.method,
      headers,
      name: event,
      input: withFiles(input, shown),
      isVerified: settings.verification !== 'none' && !isNotion,
      startsRun: isWanted && !isNotion,
    };
    if (!(await this.listeners.hear(listener.id, heard))) throw notFound('Webhook');
    return early ?? jsonAnswer(200, { message: 'Test event received' });
  }

  /** The block of a draft whose trigger will have this id. Drafts of workspaces that the caller does not reach are not looked at. */
  async #ofDraft(caller: Caller, triggerId: string): Promise<TriggerPlace | undefined> {
    const workflows = await this.directory.between(workflowsOfTrigger(triggerId), [...caller.workspaces.keys()]);
    for (const { id: workflowId, workspaceId } of workflows) {
      const { blocks } = await this.deployments.document(workflowId, await this.deployments.draftVersion(workflowId));
      const blockId = Object.keys(blocks).find((each) => triggerIdOf(workflowId, each) === triggerId);
      if (blockId !== undefined) return { workspaceId, workflowId, blockId };
    }
    return undefined;
  }

  /** The event follows the rule for the contents of runs that it would start. */
  async #keptMs({ id, workspaceId, workflowId, blockId, version: deploymentVersion }: PresentListener): Promise<number> {
    const triggerSource = { kind: 'webhook', triggerId: id, blockId };
    const isKept = await this.runs.keepContents({ workflowId, workspaceId, deploymentVersion, triggerSource });
    return isKept ? eventKeptMs : outlinedEventKeptMs;
  }

  async #settings(place: {
    readonly workflowId: string;
    readonly blockId: string;
    readonly version: number;
  }): Promise<{ readonly settings: WebhookSettings; readonly block: Block }> {
    const block = findBlock((await this.deployments.document(place.workflowId, place.version)).blocks, place.blockId);
    const reading = block === undefined ? undefined : readBlockTrigger(block);
    if (block === undefined || reading === undefined) throw noWebhook();
    if (!('problems' in reading)) {
      if (!reading.hasAddress) throw noWebhook();
      return { settings: reading.config as unknown as WebhookSettings, block };
    }
    const isSecret = reading.problems.every(({ code }) => code === 'no_secret');
    if (!isSecret) throw invalidDocument(blockProblems(block, reading.problems));
    // Some providers make the secret only when they know the address.
    const unsigned = readBlockTrigger(withoutCheck(block));
    if (unsigned === undefined || 'problems' in unsigned) throw noWebhook();
    return { settings: unsigned.config as unknown as WebhookSettings, block };
  }
}

function withoutCheck(block: Block): Block {
  const verification = { id: 'verification', type: 'short-input', value: 'none' };
  return { ...block, subBlocks: { ...block.subBlocks, verification } };
}

function noWebhook(): Error {
  return invalidField('triggerBlockId', 'triggerBlockId must be the id of a webhook block of the draft');
}
