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

/** The size of a value that an answer leaves out altogether. */
export function leftOutBytes(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { isLeftOut, bytes } = value as Readonly<Record<string, unknown>>;
  return isLeftOut === true && typeof bytes === 'number' ? bytes : undefined;
}

/** What an event has in place of a value that is too large to be sent with it. */
export function leftOutOf(value: unknown): LeftOutValue | undefined {
  const bytes = leftOutBytes(value);
  const { preview } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return bytes !== undefined && typeof preview === 'string' ? { bytes, preview } : undefined;
}
