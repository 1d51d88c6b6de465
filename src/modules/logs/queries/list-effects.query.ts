import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EffectView } from './effects.js';

export interface RunEffects {
  readonly workspaceId: string;
  readonly effects: readonly EffectView[];
}

/** What a run did to the outside, or may have done. @throws DomainError not-found, the same for an absent and for a foreign run */
export class ListEffects extends Query<RunEffects> {
  constructor(
    readonly caller: Caller,
    readonly executionId: string,
  ) {
    super();
  }
}
