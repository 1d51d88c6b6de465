/** Why an operation cannot be performed. */
export interface Refusal {
  readonly message: string;
  readonly code: string;
}

export function gone(kind: 'block' | 'edge' | 'variable', id: string): Refusal {
  return { message: `The draft has no ${kind} "${id}"`, code: 'not_found' };
}

export function taken(kind: 'block' | 'edge', id: string): Refusal {
  return { message: `The draft has a ${kind} "${id}" already`, code: 'duplicate' };
}
