import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedDocument } from '#client';
import { documentsIn } from './files/read-folder.js';
import { readDocument } from './files/read-document.js';
import { documentText, fileNameOf } from './files/write-document.js';

type Format = 'json' | 'yaml';

/** Writes documents into a folder. A workflow that has a file there keeps it, whatever its name; others get a file with their name. */
export class ExportFolder {
  readonly #pathOf = new Map<string, string>();
  /** Files without a workflow id, such as those written by hand. */
  readonly #pathOfName = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  private constructor(
    private readonly folder: string,
    private readonly format: Format,
  ) {}

  static async open(folder: string, format: Format): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true });
    const opened = new ExportFolder(folder, format);
    for (const path of await documentsIn(folder)) opened.#take(path, await readFile(path, 'utf8'));
    return opened;
  }

  /** @returns the path, and whether the file was written */
  async write(exported: ExportedDocument): Promise<{ readonly path: string; readonly written: boolean }> {
    const { id, name } = exported.workflow;
    const path = this.#pathOf.get(id) ?? this.#pathOfName.get(name) ?? this.#freePath(exported.workflow);
    const text = documentText(exported, /\.json$/i.test(path) ? 'json' : 'yaml');
    const written = this.#texts.get(path) !== text;
    if (written) await writeFile(path, text);
    this.#pathOf.set(id, path);
    this.#pathOfName.delete(name);
    this.#texts.set(path, text);
    return { path, written };
  }

  #take(path: string, text: string): void {
    this.#texts.set(path, text);
    const read = readDocument(path, text);
    if (!('file' in read)) return;
    const { workflowId, name } = read.file;
    if (workflowId === undefined) this.#pathOfName.set(name, path);
    else this.#pathOf.set(workflowId, path);
  }

  /** A name that another workflow uses, in any case of letters, gets the end of the id. */
  #freePath(workflow: ExportedDocument['workflow']): string {
    const taken = new Set([...this.#texts.keys()].map((path) => path.toLowerCase()));
    const plain = join(this.folder, `${fileNameOf(workflow)}.${this.format}`);
    return taken.has(plain.toLowerCase()) ? join(this.folder, `${fileNameOf(workflow)}-${workflow.id.slice(-8)}.${this.format}`) : plain;
  }
}
