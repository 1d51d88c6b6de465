/** A fenced block of a page. */
export interface PageBlock {
  readonly language: string;
  /** The words after the language: `runnable`, `no-run <reason>`, `output`, `file=<path>`, `map`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** The line of the page at which the text begins, from 1. */
  readonly line: number;
}

/** One step for a reader of a page. */
export interface Step {
  readonly kind: 'sh' | 'ts' | 'python' | 'file';
  readonly text: string;
  readonly line: number;
  /** The path of a file, relative to the root of the checkout. */
  readonly path: string | undefined;
  /** Whether the step must fail. */
  readonly fails: boolean;
  /** Whether the output may appear a moment later. */
  readonly eventually: boolean;
  readonly shown: PageBlock | undefined;
}

const runnable = ['sh', 'ts', 'python'] as const;

/** The fenced blocks of a page in their order. */
export function blocksOf(markdown: string): PageBlock[] {
  const fenced = /^```(.*)\n([\s\S]*?)^```$/gm;
  return [...markdown.matchAll(fenced)].map(({ index, 1: info = '', 2: text = '' }) => {
    const [language = '', ...marks] = info.trim().split(/\s+/);
    return { language, marks, text, line: markdown.slice(0, index).split('\n').length + 1 };
  });
}

/** The steps of a page, each with its expected output. @throws for invalid marks */
export function stepsOf(blocks: readonly PageBlock[]): Step[] {
  const steps: Step[] = [];
  for (const block of blocks) {
    const path = block.marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);
    if (path !== undefined) steps.push({ ...block, kind: 'file', path, fails: false, eventually: false, shown: undefined });
    else if (block.marks[0] === 'runnable') steps.push(runnableStep(block));
    else if (block.marks[0] === 'output') show(steps, block);
  }
  return steps;
}

function runnableStep(block: PageBlock): Step {
  const kind = runnable.find((language) => language === block.language);
  if (kind === undefined) throw new Error(`Line ${block.line}: nothing is there to run ${block.language}`);
  const { marks } = block;
  return { ...block, kind, path: undefined, fails: marks.includes('fails'), eventually: marks.includes('eventually'), shown: undefined };
}

function show(steps: Step[], shown: PageBlock): void {
  const step = steps.pop();
  if (step === undefined || step.kind === 'file' || step.shown !== undefined) throw new Error(`Line ${shown.line}: the output of what?`);
  steps.push({ ...step, shown });
}

/** Whether a block shows how the server is called, so that it has to be true. */
function callsTheServer({ language, text }: PageBlock): boolean {
  if (language === 'sh') return /\bcurl\b|\bnpx sluice\b|\$SLUICE_|^(api|send|deploy) /m.test(text);
  return ['ts', 'js', 'python'].includes(language) && /@sluice\/client|\bsluice\b/.test(text);
}

/** Untested examples: they are not run, and their mark gives no reason. */
export function unmarked(blocks: readonly PageBlock[]): string[] {
  return blocks
    .filter(callsTheServer)
    .filter(
      ({ marks: [mark = '', ...rest] }) => mark !== 'runnable' && !mark.startsWith('file=') && !(mark === 'no-run' && rest.length > 0),
    )
    .map(({ language, marks, line }) => `line ${line}: ${[language, ...marks].join(' ')}`);
}
