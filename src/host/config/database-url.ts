/** A server of a database. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** The address of a database, which may name several servers: a primary and its standbys. */
export interface DatabaseUrl {
  /** The address with the first server only, as drivers read it. */
  readonly single: string;
  /** In the order of the address. */
  readonly places: readonly ServerPlace[];
}

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
const expected = 'must be an address that begins with postgres:// or postgresql://, such as postgresql://user:password@host:5432/database';

/** Reads an address such as `postgresql://user:password@a:5432,b:5432/database`. @throws Error whose message completes the name of a setting */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, head = '', authority = '', tail = ''] = form.exec(text.replace(/\/+$/, '')) ?? [];
  const singles = authority.split(',').map((server) => `${head}${server}${tail}`);
  const [single = ''] = singles;
  if (head === '' || !singles.every((address) => URL.canParse(address))) throw new Error(expected);
  if (singles.length === 1) return { single, places: [placeOf(single)] };
  const places = singles.map(placeOf);
  if (places.some(({ host }) => host === '') || new URL(single).searchParams.has('host'))
    throw new Error('must name several servers as host:port,host:port between the password and the name of the database');
  return { single, places };
}

/** Reads a list of addresses of databases with one server each, separated by commas; empty entries count as none. @throws Error whose message completes the name of a setting */
export function readDatabaseUrls(text: string): readonly string[] {
  const entries = text.split(/,\s*(?=postgres(?:ql)?:\/\/|,|$)/i).map((entry) => entry.trim());
  const urls = entries.filter((entry) => entry !== '').map(readDatabaseUrl);
  if (urls.some(({ places }) => places.length > 1))
    throw new Error('must be a list of whole addresses with one server each, separated by commas');
  return urls.map(({ single }) => single);
}

function placeOf(address: string): ServerPlace {
  const { hostname, port, searchParams } = new URL(address);
  return { host: searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, ''), port: Number(port || '5432') };
}
