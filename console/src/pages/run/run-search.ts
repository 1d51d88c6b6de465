/** What of a run is in view, as the address has it. */
export interface RunSearch {
  /** What the left side shows; absent: the trace. */
  readonly view?: 'canvas' | 'events';
  /** The selected span. */
  readonly span?: string;
  /** The block of the version that is selected on the canvas. */
  readonly block?: string;
  /** The open tab of the inspector. */
  readonly tab?: string;
  /** The position of the selected event. */
  readonly at?: number;
  /** The kind of the events in view. */
  readonly kind?: string;
}

export function runSearchFrom({ view, span, block, tab, at, kind }: Readonly<Record<string, unknown>>): RunSearch {
  const position = Number(at);
  return {
    ...((view === 'events' || view === 'canvas') && { view }),
    ...(typeof span === 'string' && { span }),
    ...(typeof block === 'string' && { block }),
    ...(typeof tab === 'string' && { tab }),
    ...(at !== undefined && Number.isSafeInteger(position) && position > 0 && { at: position }),
    ...(typeof kind === 'string' && { kind }),
  };
}
