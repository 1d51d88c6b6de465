import { Injectable } from '@nestjs/common';
import { growingCache } from '#host/caches/growing-cache.js';
import { Pool } from 'pg';
import type { WorkflowDocument } from '#document/document.js';
import { needsRedeployment } from '#document/diff/document-diff.js';
import type { WorkflowRow } from '../projections/workflow.entity.js';
import { Drafts } from '../store/drafts.js';

interface Compared {
  readonly active: WorkflowDocument;
}

/** Compares drafts with active versions. Clients poll for this, so the result of each comparison is cached. */
@Injectable()
export class Redeployment {
  readonly #known = growingCache<boolean>(10_000);

  constructor(
    private readonly pool: Pool,
    private readonly drafts: Drafts,
  ) {}

  /** Whether deploying the draft would change what runs. False while nothing is deployed. */
  async isNeeded({ id, draftRevision, activeVersion }: WorkflowRow): Promise<boolean> {
    if (activeVersion === null) return false;
    const keyOf = (revision: number): string => `${id}@${revision}/${activeVersion}`;
    const known = this.#known.get(keyOf(draftRevision));
    if (known !== undefined) return known;
    const { rows } = await this.pool.query<Compared>({
      name: 'compare_workflow',
      text: 'select document as active from workflow_version where workflow_id = $1 and version = $2',
      values: [id, activeVersion],
    });
    const [row] = rows;
    const draft = await this.drafts.head(id);
    if (row === undefined || draft === undefined) return false;
    const isNeeded = needsRedeployment(draft.document, row.active);
    this.#known.set(keyOf(draft.revision), isNeeded);
    return isNeeded;
  }
}
