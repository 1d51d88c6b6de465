import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors.js';
import { RetentionRules } from '#modules/retention/index.js';

/**
 * How far back the history of rows reaches: as long as the workspace keeps its runs. Older history is hidden, even before it is deleted.
 */
@Injectable()
export class KeptHistory {
  constructor(private readonly rules: RetentionRules) {}

  /** ISO 8601, UTC; undefined if history is kept forever. */
  async since(workspaceId: string): Promise<string | undefined> {
    return (await this.rules.shownSince(workspaceId))?.toISOString();
  }

  /** @throws DomainError invalid for a time before the kept history. Undefined stands for now. */
  async require(workspaceId: string, asOf: string | undefined): Promise<void> {
    if (asOf === undefined) return;
    const since = await this.since(workspaceId);
    if (since !== undefined && asOf < since)
      throw invalidField('asOf', `asOf must not be before ${since}: the history of rows is not kept for longer`, 'out_of_range');
  }
}
