import { Injectable } from '@nestjs/common';
import { growingCache } from '#host/caches/growing-cache.js';
import { findBlock } from '#document/document.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { Deployments } from '#modules/workflows/index.js';
import type { SharedSecrets } from '../signatures/handshakes.js';
import { writtenSecrets, type WrittenSecrets } from '../webhooks/webhook-secrets.js';
import type { WebhookSettings } from '../webhooks/webhook-settings.js';
import type { RegisteredTrigger } from './triggers.js';

const none: WrittenSecrets = { field: 'secret', current: '', previous: '', verificationToken: '' };

/** The secrets of webhooks, from the documents of their versions and the secrets of their workspaces. */
@Injectable()
export class SigningSecrets {
  /** As they are written: a version never changes. */
  readonly #written = growingCache<WrittenSecrets>(5_000);

  constructor(
    private readonly deployments: Deployments,
    private readonly secrets: WorkspaceSecrets,
  ) {}

  /** A name that the workspace does not have makes a secret empty, and an empty secret accepts nothing. */
  async of(trigger: RegisteredTrigger, settings: WebhookSettings): Promise<SharedSecrets> {
    const { current, previous, verificationToken } = await this.#of(trigger, settings);
    const texts = [current, previous, verificationToken];
    const known = texts.some((text) => text.includes('{{')) ? await this.secrets.of(trigger.workspaceId) : new Map<string, string>();
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

function expanded(text: string, secrets: ReadonlyMap<string, string>): string {
  let isComplete = true;
  const value = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_written, name: string) => {
    const secret = secrets.get(name);
    isComplete &&= secret !== undefined;
    return secret ?? '';
  });
  return isComplete ? value : '';
}
