import { Composition, type Wiring } from '#ledger/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { SystemClock } from '#host/system-clock.js';
import { createTestDatabase } from './test-database.js';

export interface TestStore extends Database {
  readonly connectionString: string;
  readonly errors: readonly unknown[];
  /** Closes everything and drops the database. */
  finish(): Promise<void>;
}

/** Where large parts of payloads lie; undefined: they are rows. */
type Objects = Parameters<typeof openDatabase>[0]['objects'];

/** Opens the real event store on a separate database. `schema` creates the tables of the read models of the test. */
export async function openTestStore(wiring: Wiring, schema = '', objects?: Objects): Promise<TestStore> {
  const { connectionString, drop } = await createTestDatabase();
  if (schema !== '') await runSql(connectionString, schema);
  const errors: unknown[] = [];
  const database = await openDatabase({
    connectionString,
    poolSize: 24,
    composition: new Composition([wiring]),
    clock: new SystemClock(),
    ...(objects === undefined ? {} : { objects }),
    onError: (error) => errors.push(error),
  });
  const finish = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, connectionString, errors, finish };
}

async function runSql(connectionString: string, sql: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
