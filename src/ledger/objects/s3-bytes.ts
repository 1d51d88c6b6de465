import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ByteStore, BytesMissing, type ByteRange } from './byte-store.js';

interface S3Place {
  readonly bucket: string;
  /** Absent: Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Without a pair of them the client looks for credentials in the environment. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** The smallest that S3 takes: what each upload keeps in memory, twice. */
const partBytes = 5 * 1024 * 1024;
const maxSockets = 500;

/** Bytes in a bucket, under `objects/`. An object appears there whole or not at all. */
export class S3Bytes extends ByteStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Place) {
    super();
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      // Without these a server that is silent holds a request for ever, and fifty slow downloads hold up everything else.
      requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000, httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
      // Servers of one's own have no name for each bucket, and not all of them know the newer checksums.
      ...(endpoint === undefined
        ? {}
        : { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }),
      ...(accessKeyId === undefined || secretAccessKey === undefined ? {} : { credentials: { accessKeyId, secretAccessKey } }),
    });
  }

  async write(location: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const body = Readable.from(copies(bytes), { objectMode: false });
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#at(location), Body: body, ContentType: 'application/octet-stream' },
      partSize: partBytes,
      queueSize: 1,
    });
    try {
      await upload.done();
    } catch (error) {
      // Giving up the parts may have failed too, which must not hide why they were given up.
      const reason = body.errored ?? error;
      body.destroy();
      await this.remove(location).catch(() => undefined);
      throw reason;
    }
  }

  async open(location: string, range?: ByteRange): Promise<Readable> {
    const part = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` };
    const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#at(location), ...part })).catch((error: unknown) => {
      throw isMissing(error) ? new BytesMissing(location, { cause: error }) : error;
    });
    return Body as Readable;
  }

  async exists(location: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#at(location)));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async remove(location: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(location)));
    for (const uploadId of await this.#unfinished(location)) {
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#at(location), UploadId: uploadId }));
    }
  }

  /** Uploads whose parts take room and are no object yet. Some servers cannot list them; a rule of the bucket has to remove them there. */
  async #unfinished(location: string): Promise<readonly string[]> {
    try {
      const prefix = { Bucket: this.#bucket, Prefix: this.#at(location).Key };
      const { Uploads: uploads = [] } = await this.#client.send(new ListMultipartUploadsCommand(prefix));
      return uploads.flatMap(({ UploadId }) => UploadId ?? []);
    } catch (error) {
      if (error instanceof S3ServiceException) return [];
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  #at(location: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `objects/${location}` };
  }
}

/** The client keeps chunks until it has a part of them. */
async function* copies(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk);
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
