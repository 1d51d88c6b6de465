import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mark = '\u001e';

export interface Ran {
  readonly printed: string;
  /** The exit code of the shell, which ends when a command fails; undefined while it runs. */
  readonly ended: { readonly code: number | null; readonly errors: string } | undefined;
}

/** A shell that runs the steps of a page one after the other, and stops at the first command that fails. */
export class PageShell {
  readonly #child: ChildProcess;
  #steps = 0;
  #printed = '';
  #errors = '';
  #ended: { code: number | null } | undefined;
  #wake: () => void = () => undefined;

  /** @param place a folder for what is run */
  constructor(
    private readonly place: string,
    options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ) {
    this.#child = spawn('sh', { ...options, stdio: 'pipe' });
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#hear(() => (this.#printed += chunk)));
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.#hear(() => (this.#errors += chunk)));
    this.#child.on('close', (code) => this.#hear(() => (this.#ended = { code })));
    this.#child.stdin?.on('error', () => undefined);
  }

  async run(commands: string): Promise<Ran> {
    this.#printed = '';
    this.#errors = '';
    this.#steps += 1;
    const file = join(this.place, `${this.#steps}.sh`);
    await writeFile(file, `set -eu\n${commands}\n`);
    this.#child.stdin?.write(`. '${file}' < /dev/null; printf '${mark}'\n`);
    while (this.#ended === undefined && !this.#printed.endsWith(mark)) await new Promise<void>((resolve) => (this.#wake = resolve));
    const printed = this.#printed.replace(mark, '');
    return { printed, ended: this.#ended && { ...this.#ended, errors: this.#errors } };
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #hear(what: () => void): void {
    what();
    this.#wake();
  }
}
