import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { KeyOwner } from '../domain/key-owner.js';
import type { PageQuery } from './id-pages.js';
import type { ApiKeyView } from './views.js';

/** Those that were not revoked. */
export class ListApiKeys extends Query<Page<ApiKeyView>> {
  constructor(
    readonly caller: Caller,
    readonly owner: KeyOwner,
    readonly page: PageQuery,
  ) {
    super();
  }
}
