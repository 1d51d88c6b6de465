import type { Config } from '#host/config/config.js';
import type { ByteStore } from './byte-store.js';
import { DiskBytes } from './disk-bytes.js';

type FileSettings = Pick<Config, 'filesDir' | 's3Bucket' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'>;

/** The bucket of the configuration, or else its folder, or else `usualFolder`. */
export async function openByteStore({ s3Bucket, filesDir, ...s3 }: FileSettings, usualFolder: string): Promise<ByteStore> {
  if (s3Bucket === undefined) return new DiskBytes(filesDir ?? usualFolder);
  // Loaded only where it is used: the client costs a tenth of a second and 20 MB.
  const { S3Bytes } = await import('./s3-bytes.js');
  return new S3Bytes({
    bucket: s3Bucket,
    endpoint: s3.s3Endpoint,
    region: s3.s3Region,
    accessKeyId: s3.s3AccessKeyId,
    secretAccessKey: s3.s3SecretAccessKey,
  });
}
