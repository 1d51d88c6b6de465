import { Injectable } from '@nestjs/common';
import { conflict, forbidden } from '#kernel/errors.js';
import { DraftVersions } from '#modules/runs/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { readTriggers } from '../../kinds/trigger-kinds.js';
import type { RegisteredTrigger } from '../../store/triggers.js';

/** Which version of its workflow the replay of a delivery runs. */
@Injectable()
export class ReplayVersions {
  constructor(
    private readonly deployments: Deployments,
    private readonly drafts: DraftVersions,
  ) {}

  /**
   * The active version or the draft; negative for a revision of the draft.
   * @throws DomainError forbidden without an active version; invalid for a draft that cannot run; conflict when the version does not have the
   * block of the trigger
   */
  async of({ workflowId, blockId }: RegisteredTrigger, usesDraft: boolean): Promise<number> {
    const { version, document } = usesDraft ? await this.drafts.present(workflowId) : await this.#active(workflowId);
    if (readTriggers(document).triggers.some(({ block }) => block.id === blockId)) return version;
    const which = usesDraft ? 'draft' : 'active version';
    throw conflict('CONFLICT', `The ${which} of the workflow does not have the block of the trigger`);
  }

  async #active(workflowId: string) {
    const found = await this.deployments.find(workflowId);
    if (found === undefined) throw conflict('CONFLICT', 'The workflow of the delivery is deleted');
    const { activeVersion: version } = found;
    if (version === null) throw forbidden('Workflow is not deployed', 'WORKFLOW_NOT_DEPLOYED');
    return { version, document: await this.deployments.document(workflowId, version) };
  }
}
