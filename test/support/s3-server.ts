import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  /** The settings with which files lie here. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A server that speaks S3, in this process, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets: [{ name: 'files' }] });
  const { port } = await server.run();
  return {
    env: {
      SLUICE_S3_BUCKET: 'files',
      SLUICE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SLUICE_S3_ACCESS_KEY_ID: 'S3RVER',
      SLUICE_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
