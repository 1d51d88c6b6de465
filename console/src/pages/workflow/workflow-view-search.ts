/** What of a workflow is in view, as the address has it. */
export interface WorkflowViewSearch {
  /** The version on the canvas; absent: the draft. */
  readonly v?: number;
  /** The version with which it is compared. */
  readonly with?: number;
  /** The revision of the draft on the canvas. */
  readonly r?: number;
  /** The revision with which it is compared. */
  readonly withR?: number;
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
  const [r, otherR] = [numberIn(search['r']), numberIn(search['withR'])];
  return {
    ...(v !== undefined && { v }),
    ...(v === undefined && r !== undefined && { r }),
    ...(other !== undefined && { with: other }),
    ...(other === undefined && otherR !== undefined && { withR: otherR }),
    ...(typeof block === 'string' && { block }),
    ...(typeof tab === 'string' && { tab }),
    ...(typeof run === 'string' && { run }),
  };
}

function numberIn(value: unknown): number | undefined {
  const number = Number(value);
  return (typeof value === 'string' || typeof value === 'number') && Number.isInteger(number) && number > 0 ? number : undefined;
}
