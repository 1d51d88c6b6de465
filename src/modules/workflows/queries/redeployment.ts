import { Injectable } from '@nestjs/common';
import { growingCache } from '#host/caches/growing-cache.js';
import { Pool } from 'pg';
import type { WorkflowDocument } from '#document/document.js';
import { needsRedeployment } from '#document/diff/document-diff.js';
import type { WorkflowRow } from '../projections/workflow.entity.js';

interface Compared {
  readonly revision: number;
  readonly draft: WorkflowDocument;
  readonly active: WorkflowDocument;
}

/** Compares drafts with active versions. Clients poll for this, so the result of each comparison is cached. */
@Injectable()
export class Redeployment {
  readonly #known = growingCache<boolean>(10_000);

  constructor(private readonly pool: Pool) {}

  /** Whether deploying the draft would change what runs. False while nothing is deployed. */
  async isNeeded({ id, draftRevision, activeVersion }: WorkflowRow): Promise<boolean> {
    if (activeVersion === null) return false;
    const keyOf = (revision: number): string => `${id}@${revision}/${activeVersion}`;
    const known = this.#known.get(keyOf(draftRevision));
    if (known !== undefined) return known;
    const { rows } = await this.pool.query<Compared>({
      name: 'compare_workflow',
      text: `select w.draft_revision as revision, d.document as draft, v.document as active
             from workflow w
             join workflow_draft d on d.workflow_id = w.id
             join workflow_version v on v.workflow_id = w.id and v.version = $2
             where w.id = $1`,
      values: [id, activeVersion],
    });
    const [row] = rows;
    if (row === undefined) return false;
    const isNeeded = needsRedeployment(row.draft, row.active);
    this.#known.set(keyOf(row.revision), isNeeded);
    return isNeeded;
  }
}
