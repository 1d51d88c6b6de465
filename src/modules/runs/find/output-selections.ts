import { Injectable } from '@nestjs/common';
import { Deployments } from '#modules/workflows/index.js';
import { selectOutputs, type SelectedOutput } from './output-selection.js';

/** Resolves selectors of outputs against a deployment. */
@Injectable()
export class OutputSelections {
  constructor(private readonly deployments: Deployments) {}

  /** @throws DomainError invalid with one detail for each selector that names no output */
  async of(
    { workflowId, deploymentVersion }: { readonly workflowId: string; readonly deploymentVersion: number },
    selectors: readonly string[],
  ): Promise<readonly SelectedOutput[]> {
    if (selectors.length === 0) return [];
    const { blocks } = await this.deployments.document(workflowId, deploymentVersion);
    return selectOutputs(selectors, blocks);
  }
}
