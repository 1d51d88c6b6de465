/** A part of a large value. */
export interface LoadedPart {
  readonly kind: 'text' | 'list' | 'object' | 'value';
  readonly part: unknown;
  readonly offset: number;
  readonly nextOffset: number | null;
}

/** @param size characters of a text, members of a list or an object */
export type LoadPart = (path: string, offset: number, size: number) => Promise<LoadedPart>;

export interface LeftOutValue {
  readonly bytes: number;
  readonly preview: string;
}

/** What an event has in place of a value that is too large to be sent with it. */
export function leftOutOf(value: unknown): LeftOutValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { isLeftOut, bytes, preview } = value as Readonly<Record<string, unknown>>;
  return isLeftOut === true && typeof bytes === 'number' && typeof preview === 'string' ? { bytes, preview } : undefined;
}
