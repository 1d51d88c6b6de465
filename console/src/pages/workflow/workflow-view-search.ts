/** What of a workflow is in view, as the address has it. */
export interface WorkflowViewSearch {
  /** The version on the canvas; absent: the draft. */
  readonly v?: number;
  /** The version with which it is compared. */
  readonly with?: number;
  /** The selected block. */
  readonly block?: string;
  /** The open tab of the panel. */
  readonly tab?: string;
  /** The run whose values are shown on the draft. */
  readonly run?: string;
}

export function workflowViewSearchFrom(search: Readonly<Record<string, unknown>>): WorkflowViewSearch {
  const { block, tab, run } = search;
  const [v, other] = [numberIn(search['v']), numberIn(search['with'])];
  return {
    ...(v !== undefined && { v }),
    ...(other !== undefined && { with: other }),
    ...(typeof block === 'string' && { block }),
    ...(typeof tab === 'string' && { tab }),
    ...(typeof run === 'string' && { run }),
  };
}

function numberIn(value: unknown): number | undefined {
  const number = Number(value);
  return (typeof value === 'string' || typeof value === 'number') && Number.isInteger(number) && number > 0 ? number : undefined;
}
