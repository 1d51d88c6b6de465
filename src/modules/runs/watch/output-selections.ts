import { Injectable } from '@nestjs/common';
import { Deployments } from '#modules/workflows/index.js';
import { selectOutputs, type SelectedOutput } from './output-selection.js';

/** Reads selectors against what is deployed. */
@Injectable()
export class OutputSelections {
  constructor(private readonly deployments: Deployments) {}

  /** @throws DomainError invalid with one detail for each selector that leads nowhere */
  async of(
    { workflowId, deploymentVersion }: { readonly workflowId: string; readonly deploymentVersion: number },
    selectors: readonly string[],
  ): Promise<readonly SelectedOutput[]> {
    if (selectors.length === 0) return [];
    const { blocks } = await this.deployments.document(workflowId, deploymentVersion);
    return selectOutputs(selectors, blocks);
  }
}
