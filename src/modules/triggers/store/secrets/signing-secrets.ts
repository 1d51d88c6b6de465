import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { findBlock, type Block } from '#document/document.js';
import { Clock } from '#kernel/clock.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { Deployments } from '#modules/workflows/index.js';
import type { SharedSecrets } from '../../signatures/handshakes.js';
import { writtenSecrets, type WrittenSecrets } from '../../webhooks/webhook-secrets.js';
import type { WebhookSettings } from '../../webhooks/webhook-settings.js';
import type { RegisteredTrigger } from '../triggers.js';
import { RotatedSecrets, type RotatedSecret } from './rotated-secrets.js';

const none: WrittenSecrets = { field: 'secret', current: '', previous: '', verificationToken: '' };

/** The secrets of webhooks: from the documents of their versions, the secrets of their workspaces, and rotations. */
@Injectable()
export class SigningSecrets {
  /** As they are written: a version never changes. */
  readonly #written = new LRUCache<string, WrittenSecrets>({ max: 5_000 });

  constructor(
    private readonly deployments: Deployments,
    private readonly secrets: WorkspaceSecrets,
    private readonly rotated: RotatedSecrets,
    private readonly clock: Clock,
  ) {}

  /** A name that the workspace does not have makes a secret empty, and an empty secret accepts nothing. */
  async of(trigger: RegisteredTrigger, settings: WebhookSettings): Promise<SharedSecrets> {
    const shared = await this.#expanded(await this.#of(trigger, settings), trigger.workspaceId);
    if (trigger.secretFormerUntil === null) return shared;
    const rotation = await this.rotated.of(trigger.id);
    if (rotation === undefined) return shared;
    const isChanging = Date.parse(trigger.secretFormerUntil) > this.clock.now().getTime();
    return { ...shared, signing: afterRotation(shared.signing, rotation, isChanging) };
  }

  /** Those in the block of a draft. */
  ofBlock(block: Block, settings: WebhookSettings, workspaceId: string): Promise<SharedSecrets> {
    return this.#expanded(writtenSecrets(block, settings), workspaceId);
  }

  /** The name of the environment that the secret of a trigger is, as it is written: `{{NAME}}`. Undefined for a secret that its document contains. */
  async nameOf(trigger: RegisteredTrigger, settings: WebhookSettings): Promise<string | undefined> {
    const { current } = await this.#of(trigger, settings);
    return current.includes('{{') ? current : undefined;
  }

  async #expanded({ current, previous, verificationToken }: WrittenSecrets, workspaceId: string): Promise<SharedSecrets> {
    const texts = [current, previous, verificationToken];
    const known = texts.some((text) => text.includes('{{')) ? await this.secrets.of(workspaceId) : new Map<string, string>();
    const [first = '', second = '', token = ''] = texts.map((text) => expanded(text, known));
    return { signing: [first, second].filter((secret) => secret !== ''), verificationToken: token };
  }

  async #of({ id, workflowId, blockId, version }: RegisteredTrigger, settings: WebhookSettings): Promise<WrittenSecrets> {
    const key = `${id}@${version}`;
    const kept = this.#written.get(key);
    if (kept !== undefined) return kept;
    const block = findBlock((await this.deployments.document(workflowId, version)).blocks, blockId);
    const written = block === undefined ? none : writtenSecrets(block, settings);
    this.#written.set(key, written);
    return written;
  }
}

/**
 * The rotated secret, with the one before it while senders change. What the document says counts too, unless it is one of those that were
 * replaced: then the author wrote it after the rotation.
 */
function afterRotation(written: readonly string[], { current, replaced }: RotatedSecret, isChanging: boolean): readonly string[] {
  const former = isChanging ? replaced.slice(0, 1) : [];
  return [current, ...former, ...written.filter((secret) => secret !== current && !replaced.includes(secret))];
}

function expanded(text: string, secrets: ReadonlyMap<string, string>): string {
  let isComplete = true;
  const value = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_written, name: string) => {
    const secret = secrets.get(name);
    isComplete &&= secret !== undefined;
    return secret ?? '';
  });
  return isComplete ? value : '';
}
