import { Command } from 'commander';
import { settingsHelp } from '#host/config/help.js';
import { packageVersion } from '#host/program/package-version.js';
import { exitCode } from './failure.js';
import { addressOf } from './profiles/select-server.js';
import { chooseServer } from './read-config.js';

/** The command line with these commands. Each loads its modules when it runs, so that help is printed quickly. */
export function createProgram(commands: readonly ((program: Command) => void)[], args: readonly string[]): Command {
  const program = new Command('sluice');
  program
    .description('Self-hosted, event-sourced workflow automation server')
    // The program takes its options behind a command too, and `replay --version` is the version of a workflow.
    .version(packageVersion(), args.includes('replay') ? '-v' : '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--profile <name>', 'the server and the key that sluice login stored under this name')
    .option('--url <address>', 'the server; overrides the profile and SLUICE_URL', addressOf('--url'))
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', () => chooseServer(program.opts()))
    .addHelpText('after', () => `\n${settingsHelp()}`)
    .showHelpAfterError('Run it with --help for all commands and options.')
    .exitOverride(({ exitCode: code }) => process.exit(code === 0 ? 0 : exitCode.usage));
  for (const add of commands) add(program);
  return program;
}
