import type { Command } from 'commander';

export interface Completable {
  readonly word: string;
  readonly description: string;
}

/** A command with its subcommands, options and values. */
export interface CommandNode {
  /** The words of the command without the name of the program, such as `audit export`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Completable[];
  readonly options: readonly Completable[];
  /** Options with their known values. */
  readonly choices: readonly { readonly option: string; readonly values: readonly string[] }[];
}

/** All commands that the help of a program lists, from the program down. */
export function commandTree(command: Command, path = ''): readonly CommandNode[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const options = help.visibleOptions(command);
  const values = (choices: readonly string[] | undefined): readonly string[] => choices ?? [];
  const node: CommandNode = {
    path,
    commands: [
      ...below.map((each) => ({ word: each.name(), description: each.description() })),
      ...command.registeredArguments.flatMap(({ argChoices, description }) => values(argChoices).map((word) => ({ word, description }))),
    ],
    options: options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : [])),
    choices: options.flatMap(({ long, argChoices }) => (long && argChoices ? [{ option: long, values: argChoices }] : [])),
  };
  return [node, ...below.filter((each) => each.name() !== 'help').flatMap((each) => commandTree(each, `${path} ${each.name()}`.trim()))];
}
