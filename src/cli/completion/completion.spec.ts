import { Argument, Command, Option } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { commandTree } from './command-tree.js';
import { completionScripts } from './completion-scripts.js';

function program(): Command {
  const made = new Command('sluice').helpCommand(false);
  made.command('start').description("run the owner's server");
  const keys = made.command('keys').description('keys').helpCommand(false);
  keys
    .command('list')
    .description('all: keys')
    .addOption(new Option('--kind <kind>', 'which').choices(['one', 'other']));
  made.command('shell').addArgument(new Argument('<name>').choices(['bash', 'fish']));
  return made;
}

describe('the tree of commands', () => {
  it('has every command with its options, subcommands and known values', () => {
    const tree = commandTree(program());
    expect(tree.map(({ path, commands, options }) => [path, commands.map(({ word }) => word), options.map(({ word }) => word)])).toEqual([
      ['', ['start', 'keys', 'shell'], ['--help']],
      ['start', [], ['--help']],
      ['keys', ['list'], ['--help']],
      ['keys list', [], ['--kind', '--help']],
      ['shell', ['bash', 'fish'], ['--help']],
    ]);
    expect(tree[3]?.choices).toEqual([{ option: '--kind', values: ['one', 'other'] }]);
  });
});

describe('a completion script', () => {
  it('names what can follow each command', () => {
    expect(completionScripts.bash(commandTree(program()))).toContain(`'keys list') words='--kind --help' ;;`);
  });

  it('keeps quotes and colons of descriptions apart from those of the shell', () => {
    expect(completionScripts.zsh(commandTree(program()))).toContain(`'start:run the owner'\\''s server' 'keys:keys'`);
    expect(completionScripts.zsh(commandTree(program()))).toContain(`'list:all\\: keys'`);
    expect(completionScripts.fish(commandTree(program()))).toContain(`-a 'start' -d 'run the owner\\'s server'`);
  });
});
