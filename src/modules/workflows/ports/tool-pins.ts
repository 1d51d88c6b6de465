import type { StreamAppend } from '#ledger/events/event-store.js';
import type { ActivationChange } from './trigger-registrations.js';

/** Keeps how the outside tools of a version were described when it was deployed. The module of MCP implements it. */
export abstract class ToolPins {
  /** What pins the tools of a new version, for the append that deploys it. */
  abstract pin(
    deployment: Omit<ActivationChange, 'active' | 'isDeleted'> & { readonly active: NonNullable<ActivationChange['active']> },
  ): Promise<readonly StreamAppend[]>;
}
