import { parseArgs } from 'node:util';
import { executeThenList } from '../support/postgres/replica-reads.js';

const { values } = parseArgs({ options: { tries: { type: 'string', default: '10000' } } });
const startedAt = performance.now();
const { tries, missed, scansOfReplica } = await executeThenList(Number(values.tries));
for (const text of missed) console.error(text);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`${tries} tries in ${seconds} s: ${missed.length} missed; the replica has made ${scansOfReplica} scans of the log`);
process.exit(missed.length === 0 ? 0 : 1);
