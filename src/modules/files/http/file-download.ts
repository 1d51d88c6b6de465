import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { takenParts } from '#edge/answer/pipe-to-caller.js';
import { isKnown } from '#edge/prepared/entity-tag.js';
import type { ByteRange } from '#ledger/objects/byte-store.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { DomainError } from '#kernel/errors.js';
import { harmlessType } from '../domain/media-type.js';
import type { FileView } from '../queries/file-view.js';
import { byteRange } from './byte-range.js';
import { attachment } from './content-disposition.js';

/** Sends the bytes of a file, whole or as one range, with headers that prevent a browser from running them. */
@Injectable()
export class FileDownload {
  constructor(private readonly objects: ObjectStore) {}

  /** Responds to a GET or HEAD request. */
  async send(file: FileView, response: Response): Promise<void> {
    const request = response.req;
    const tag = `"${file.objectKey}"`;
    describe(file, tag, response);
    if (isKnown(request.headers, tag)) return void response.status(304).end();
    const range = wantedRange(request, file, tag);
    if (range === 'beyond') {
      response.setHeader('Content-Range', `bytes */${file.size}`);
      throw new DomainError('unsatisfiable', 'RANGE_NOT_SATISFIABLE', `The file has ${file.size} bytes, and the range starts beyond them`);
    }
    const length = range === undefined ? file.size : range.last - range.first + 1;
    const bytes = request.method === 'HEAD' ? Readable.from([]) : await this.objects.open(file.objectKey, range);
    response.status(range === undefined ? 200 : 206);
    if (range !== undefined) response.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${file.size}`);
    writeHeaders(file, length, response);
    if (request.method === 'HEAD') return void response.end();
    const taken = (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> => takenParts(chunks, response);
    await pipeline(bytes, new Exactly(length), taken, response).catch((error: unknown) => {
      // A pipeline into a response that has already ended leaves its source open.
      bytes.destroy();
      // A client that has disconnected is not an error.
      if (!request.destroyed && !response.destroyed) throw error;
    });
  }
}

function describe({ id, name, uploadedAt }: FileView, tag: string, response: Response): void {
  response.setHeader('ETag', tag);
  response.setHeader('Last-Modified', new Date(uploadedAt).toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-File-Id', id);
  response.setHeader('X-File-Name', encodeURIComponent(name));
  response.setHeader('X-Uploaded-At', uploadedAt);
}

function writeHeaders({ name, mediaType }: FileView, length: number, response: Response): void {
  response.setHeader('Content-Type', harmlessType(mediaType));
  response.setHeader('Content-Length', length);
  response.setHeader('Content-Disposition', attachment(name));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

/** With `If-Range`, a range is only sent if the client has the same version of the file. */
function wantedRange({ headers, method }: Request, { size }: FileView, tag: string): ByteRange | 'beyond' | undefined {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined;
  return byteRange(headers.range, size);
}

/** Aborts a response that would end early, so that a client cannot mistake a part for the whole. */
class Exactly extends Transform {
  #left: number;

  constructor(length: number) {
    super();
    this.#left = length;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#left === 0 ? null : new Error(`The storage returned ${-this.#left} bytes more than expected`));
  }
}
