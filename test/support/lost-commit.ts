import { connect } from 'node:net';
import type { Fault } from './fault-proxy.js';

/** A COMMIT as a client sends it, in a separate packet because it has waited for the answer before. */
const commit = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('COMMIT\0')]);

/** Serves connections as the database does, and loses them with the answer of a COMMIT: by then the transaction is durable. */
export function losingAnswerOfCommit(connectionString: string): Fault {
  const { hostname: host, port } = new URL(connectionString);
  return (client) => {
    const upstream = connect({ host, port: Number(port || '5432') }).on('error', () => undefined);
    let isCommitting = false;
    client.on('data', (bytes: Buffer) => {
      isCommitting ||= bytes.equals(commit);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => void (isCommitting ? client.destroy() : client.write(bytes)));
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  };
}
