import { types, type CustomTypesConfig } from 'pg';

type TypeId = Parameters<typeof types.getTypeParser>[0];
const utc = '+00';

/** For queries of many rows: they answer moments as ISO 8601 texts (milliseconds, UTC), which are not made objects on the way. */
export const isoTimes: CustomTypesConfig = {
  getTypeParser: (id: TypeId, format?: 'text' | 'binary') =>
    id === types.builtins.TIMESTAMPTZ ? isoOf : types.getTypeParser(id, format as 'text'),
};

/** The moment that PostgreSQL writes as `2031-03-04 05:06:07.08+00`. */
function isoOf(text: string): string {
  const isPlain = text.endsWith(utc) && text.length <= '2031-03-04 05:06:07.123+00'.length;
  if (!isPlain) return (types.getTypeParser(types.builtins.TIMESTAMPTZ)(text) as Date).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, -utc.length)];
  return `${day}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`;
}
