import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '#kernel/errors.js';
import { formatOf } from '../domain/document-formats.js';
import { DocumentProblem } from './document-problem.js';
import { DocumentReader } from './document-reader.js';
import { ReadingSlots } from './reading-slots.js';

/** The text of documents, extracted as for a knowledge base: in separate processes, of which there are few at the same time. */
@Injectable()
export class DocumentTexts {
  constructor(
    private readonly reader: DocumentReader,
    private readonly slots: ReadingSlots,
  ) {}

  /**
   * @throws DomainError unprocessable for a document without readable text, InfrastructureFault while too many are being read, or the reason of
   * the signal
   */
  async of(filename: string, bytes: Buffer, signal: AbortSignal): Promise<string> {
    const format = formatOf(filename);
    if (typeof format === 'object') throw unreadable(format.problem);
    const release = await this.slots.takeForRun(signal);
    try {
      const task = { format, chunking: null };
      const { chunks } = await this.reader.read(task, Readable.from([bytes]), { signal });
      return chunks.map(({ content }) => content).join('');
    } catch (error) {
      if (error instanceof DocumentProblem) throw unreadable(error.message, error);
      throw error;
    } finally {
      release();
    }
  }
}

function unreadable(message: string, cause?: unknown): DomainError {
  return new DomainError('unprocessable', 'DOCUMENT_UNREADABLE', message, { cause });
}
