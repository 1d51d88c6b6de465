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
  /** Several selected blocks, with commas between their ids. */
  readonly select?: string;
  /** The window over the canvas: its place and its scale. */
  readonly view?: string;
  /** The open tab of the panel. */
  readonly tab?: string;
  /** The run whose values are shown on the draft. */
  readonly run?: string;
  /** The event of the run after which its values are shown. */
  readonly at?: number;
}

/** What of the place changes; undefined takes a part away. */
export type PlaceChange = { readonly [Part in keyof WorkflowViewSearch]: WorkflowViewSearch[Part] | undefined };

export function workflowViewSearchFrom(search: Readonly<Record<string, unknown>>): WorkflowViewSearch {
  const { block, tab, run, select, view } = search;
  const [v, other] = [numberIn(search['v']), numberIn(search['with'])];
  const at = numberIn(search['at']);
  const [r, otherR] = [numberIn(search['r']), numberIn(search['withR'])];
  return {
    ...(v !== undefined && { v }),
    ...(v === undefined && r !== undefined && { r }),
    ...(other !== undefined && { with: other }),
    ...(other === undefined && otherR !== undefined && { withR: otherR }),
    ...(typeof block === 'string' && { block }),
    ...(typeof tab === 'string' && { tab }),
    ...(typeof select === 'string' && { select }),
    ...(typeof view === 'string' && { view }),
    ...(typeof run === 'string' && { run }),
    ...(at !== undefined && { at }),
  };
}

function numberIn(value: unknown): number | undefined {
  const number = Number(value);
  return (typeof value === 'string' || typeof value === 'number') && Number.isInteger(number) && number > 0 ? number : undefined;
}
