import { providers } from '../signatures/providers.js';
import { providerTrigger, providerTriggerNames } from '../webhooks/providers/provider-triggers.js';
import { shownKinds } from './trigger-kind.js';
import { triggerKinds } from './trigger-kinds.js';

const ownProviders = ['generic', 'schedule', 'table', 'sim', 'rss', 'imap'];

/** Every kind of trigger, as it is shown and as it is stored, and every provider that a trigger can have. */
export const triggerSources: ReadonlySet<string> = new Set([
  ...shownKinds,
  ...triggerKinds.map(({ kind }) => kind),
  ...ownProviders,
  ...Object.keys(providers),
  ...providerTriggerNames.flatMap((name) => providerTrigger(name)?.provider ?? []),
]);
