import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { LogView } from './log-view.js';

/** One entry with its history. @throws DomainError not-found, the same for an absent and for a foreign one */
export class GetLog extends Query<LogView> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}
