import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/caller.js';
import { forbidden, notFound } from '#kernel/errors.js';
import type { WorkflowDocument } from '#document/document.js';
import { validateDocument } from '#document/check/validate-document.js';
import { inTurns } from '#host/loop/turn.js';
import { invalidDocument } from '#document/parse/faults/invalid-document.js';
import { BlockCatalogue, Deployments } from '#modules/workflows/index.js';

/** A revision of a draft that can run. */
interface DraftVersion {
  readonly version: number;
  readonly document: WorkflowDocument;
}

/** The present drafts of workflows, for runs. */
@Injectable()
export class DraftVersions {
  constructor(
    private readonly deployments: Deployments,
    private readonly catalogue: BlockCatalogue,
  ) {}

  /** @throws DomainError forbidden for a key that may only run what is deployed */
  requireChoice(caller: Caller): void {
    const { scopes } = caller.limits;
    if (scopes.length === 0 || scopes.some((scope) => scope === 'write' || scope === 'admin')) return;
    throw forbidden(`The scopes of this API key (${scopes.join(', ')}) do not include the choice of a version: it needs write`);
  }

  /** @throws DomainError not-found; invalid for a draft that cannot run */
  async present(workflowId: string): Promise<DraftVersion> {
    const version = await this.deployments.draftVersion(workflowId);
    return this.#checked(version, await this.deployments.document(workflowId, version));
  }

  /** The draft at an earlier revision. @throws as above */
  async at(workflowId: string, revision: number): Promise<DraftVersion> {
    const document = await this.deployments.revision(workflowId, revision);
    if (document === undefined) throw notFound('Revision');
    return this.#checked(-revision, document);
  }

  async #checked(version: number, document: WorkflowDocument): Promise<DraftVersion> {
    const problems = await inTurns(validateDocument(document, this.catalogue));
    if (problems.length > 0) throw invalidDocument(problems);
    return { version, document };
  }
}
