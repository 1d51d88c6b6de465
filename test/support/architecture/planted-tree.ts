import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const rules = ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs', '.oxlintrc.json', 'tools/lint'];

/** A rule of a tool and the file in which it saw it broken. */
export type Finding = `${string}: ${string}`;

interface CruiseReport {
  readonly summary: { readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
}

interface LintReport {
  readonly diagnostics: readonly { readonly filename: string; readonly code?: string }[];
}

/** A source tree of a few files, judged by the real tools under the real rules. */
export class PlantedTree {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-laws-'));

  constructor(files: Readonly<Record<string, string>>) {
    for (const path of rules) cpSync(join(root, path), join(this.#folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'));
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      writeFileSync(join(this.#folder, path), `${source}\n`);
    }
  }

  /** What the architecture rules find. */
  async cruise(): Promise<Finding[]> {
    const report = await this.#run<CruiseReport>('depcruise', [
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'src',
      'console',
    ]);
    return distinct(report.summary.violations.map(({ rule, from }): Finding => `${rule.name}: ${from}`));
  }

  /** What the linter finds. */
  async lint(): Promise<Finding[]> {
    const report = await this.#run<LintReport>('oxlint', ['--format', 'json', 'src', 'console']);
    return distinct(report.diagnostics.map(({ code, filename }): Finding => `${code ?? 'unused-directive'}: ${filename}`));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** Both tools exit with a failure when they find something, so only their report tells whether they ran. */
  #run<Report>(tool: string, args: readonly string[]): Promise<Report> {
    const command = join(root, 'node_modules/.bin', tool);
    return new Promise((resolve, reject) => {
      execFile(command, args, { cwd: this.#folder, maxBuffer: 32 * 1024 * 1024 }, (_, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as Report);
        } catch {
          reject(new Error(`${tool} gave no report: ${stderr}${stdout}`));
        }
      });
    });
  }
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Set(findings)].toSorted();
}
