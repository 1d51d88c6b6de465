import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import type { Write } from '#ledger/rows/read-model.js';
import { randomKey } from '#host/secrets/random-token.js';
import type { SignatureCheck } from '../../signatures/signature-check.js';
import { secretProblem } from '../../signatures/signing-keys.js';
import { RotatedSecrets } from '../../store/secrets/rotated-secrets.js';
import { SigningSecrets } from '../../store/secrets/signing-secrets.js';
import { Triggers, type RegisteredTrigger } from '../../store/triggers.js';
import { checksOf, type WebhookSettings } from '../../webhooks/webhook-settings.js';

const formerForMs = 24 * 3_600_000;
/** So many former secrets are known, so that a document that still contains one does not make it valid again. */
const mostReplaced = 20;

/** A variable of the environment, as documents name it. */
const references = /\{\{\s*\w+\s*\}\}/;

/** A secret that replaces the one before. */
export interface NewSecret {
  /** The secret with which the sender signs from now on. Absent if the request contains it. It is not shown again. */
  readonly secret?: string;
  /** When the secret was replaced. ISO 8601. */
  readonly secretSetAt: string;
  /** Until when the secret before is accepted too. ISO 8601. */
  readonly previousValidUntil: string;
}

/** @throws DomainError not-found, the same for an absent and a foreign trigger; conflict for one without a secret, or with one of the environment; invalid for an unfit secret */
export class RotateTriggerSecret extends Command<NewSecret> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly triggerId: string,
    /** Of a provider that makes the secret; absent: the server makes it. */
    readonly given: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(RotateTriggerSecret)
export class RotateTriggerSecretHandler implements ICommandHandler<RotateTriggerSecret> {
  constructor(
    private readonly triggers: Triggers,
    private readonly signing: SigningSecrets,
    private readonly rotated: RotatedSecrets,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, triggerId, given }: RotateTriggerSecret): Promise<NewSecret> {
    const trigger = await this.triggers.find(triggerId);
    if (trigger === undefined) throw notFound('Trigger');
    requireReach(caller, trigger.workspaceId, 'write', 'Trigger');
    const settings = settingsOf(trigger);
    const [check] = settings === undefined ? [] : checksOf(settings);
    if (settings === undefined || check === undefined) throw conflict('CONFLICT', 'The trigger checks no secret');
    const secret = given ?? newSecret(check);
    const problem = secretProblem(check, secret);
    if (problem !== undefined) throw invalidField('secret', `secret ${problem}`);
    const name = await this.signing.nameOf(trigger, settings);
    if (name !== undefined) {
      throw conflict('CONFLICT', `The secret of the trigger is ${name}: replace its value in the environment of the workspace`);
    }
    const reference = given === undefined ? null : references.exec(given);
    if (reference !== null)
      throw invalidField('secret', `secret needs the secret itself: ${reference[0]} is no value, and would be taken literally`);
    const now = this.clock.now().getTime();
    const formerUntil = new Date(now + formerForMs).toISOString();
    const at = new Date(now).toISOString();
    const command = { type: 'rotate-secret', formerUntil, at } as const;
    const replacing = async (row: RegisteredTrigger): Promise<readonly Write[]> => {
      const { signing } = await this.signing.of(row, settings);
      const earlier = (await this.rotated.of(triggerId))?.replaced ?? [];
      const replaced = [...new Set([...signing, ...earlier])].filter((each) => each !== secret).slice(0, mostReplaced);
      return [this.rotated.put(triggerId, { current: secret, replaced })];
    };
    await this.triggers.change(triggerId, meta, () => command, replacing);
    return { ...(given === undefined ? { secret } : {}), secretSetAt: at, previousValidUntil: formerUntil };
  }
}

/** Undefined for a trigger that receives no requests. */
function settingsOf({ path, config }: RegisteredTrigger): WebhookSettings | undefined {
  return path === null ? undefined : (config as unknown as WebhookSettings);
}

function newSecret(check: SignatureCheck): string {
  return check.kind === 'hmac' && check.key === 'whsec' ? `whsec_${randomKey()}` : randomKey();
}
