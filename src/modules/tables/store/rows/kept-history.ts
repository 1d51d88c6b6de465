import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors.js';
import { RetentionRules } from '#modules/retention/index.js';

/** How far back the history of rows reaches: as far as the workspace keeps its runs. What is older is not shown, deleted or not. */
@Injectable()
export class KeptHistory {
  constructor(private readonly rules: RetentionRules) {}

  /** ISO 8601, UTC; undefined where everything is kept. */
  async since(workspaceId: string): Promise<string | undefined> {
    return (await this.rules.shownSince(workspaceId))?.toISOString();
  }

  /** @throws DomainError invalid for a time of which too little is known by now; undefined is now */
  async require(workspaceId: string, asOf: string | undefined): Promise<void> {
    if (asOf === undefined) return;
    const since = await this.since(workspaceId);
    if (since !== undefined && asOf < since)
      throw invalidField('asOf', `asOf must not be before ${since}: the history of rows is not kept for longer`, 'out_of_range');
  }
}
