import { isInTriggerMode } from '#document/block-roles.js';
import type { Block } from '#document/document.js';
import { BlockFields } from '../domain/block-fields.js';
import { providerOf } from '../signatures/providers.js';
import type { WebhookSettings } from './webhook-settings.js';

/** The secrets of a webhook as they are written: values, or names such as `{{NAME}}`. Empty for none. */
export interface WrittenSecrets {
  /** The sub-block of the current secret. */
  readonly field: string;
  readonly current: string;
  /** The secret before, which is accepted too while the sender changes to the current one. */
  readonly previous: string;
  /** What Meta sends to test an address. */
  readonly verificationToken: string;
}

/** The secrets in the block of a webhook. Documents of other servers have them in fields of the provider. */
export function writtenSecrets(block: Block, { verification }: Pick<WebhookSettings, 'verification'>): WrittenSecrets {
  const fields = new BlockFields(block);
  const older = verification === 'token' ? 'token' : providerOf(verification)?.secretField;
  const names =
    older === undefined ? ['secret'] : isInTriggerMode(block) || verification === 'token' ? [older, 'secret'] : ['secret', older];
  const field = names.find((name) => fields.exactText(name) !== '') ?? names[0] ?? 'secret';
  return {
    field,
    current: fields.exactText(field),
    previous: fields.exactText('previousSecret'),
    verificationToken: fields.exactText('verificationToken'),
  };
}
