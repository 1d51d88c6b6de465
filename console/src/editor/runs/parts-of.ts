import { readPart } from '../../api/run-events.js';
import type { LoadPart } from '../../parts/show/left-out-value.js';

/** An event of a run. */
export interface EventPlace {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly position: number;
}

/** Loads what an event leaves out of one of its values. */
export function partsOf(place: EventPlace, member: 'input' | 'output'): LoadPart {
  return (path, offset, limit) => {
    const whole = path === '' || path.startsWith('[') ? `${member}${path}` : `${member}.${path}`;
    return readPart(place, { path: whole, offset, limit });
  };
}
