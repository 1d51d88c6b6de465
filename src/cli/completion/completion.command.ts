import { Argument, type Command } from 'commander';
import { print } from '../terminal.js';

const shells = ['bash', 'zsh', 'fish'] as const;

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in the shell: source <(sluice completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell: (typeof shells)[number]) => printScript(program, shell));
}

async function printScript(program: Command, shell: (typeof shells)[number]): Promise<void> {
  const [{ commandTree }, { completionScripts }] = await Promise.all([import('./command-tree.js'), import('./completion-scripts.js')]);
  print(completionScripts[shell](commandTree(program)).trimEnd());
}
