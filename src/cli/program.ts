import { Command } from 'commander';
import { settingsHelp } from '#host/config/help.js';
import { exitCode } from './failure.js';
import { addAudit } from './storage/audit.command.js';
import { addBackup } from './storage/backup.command.js';
import { addCompletion } from './completion/completion.command.js';
import { addDoctor } from './doctor/doctor.command.js';
import { addKeys } from './storage/keys.command.js';
import { addLogs } from './remote/runs/logs.command.js';
import { addMigrate } from './storage/migrate.command.js';
import { packageVersion } from './package-version.js';
import { addProjections } from './storage/projections.command.js';
import { addRestore } from './storage/restore.command.js';
import { addRetention } from './storage/retention.command.js';
import { addRun } from './remote/runs/run.command.js';
import { addStart } from './start.command.js';
import { addWorkflows } from './remote/workflows.command.js';

const commands = [
  addStart,
  addRun,
  addWorkflows,
  addDoctor,
  addMigrate,
  addBackup,
  addRestore,
  addKeys,
  addProjections,
  addAudit,
  addLogs,
  addRetention,
  addCompletion,
];

/** The command line. Each command loads its modules when it runs, so that help is printed quickly. */
export function createProgram(): Command {
  const program = new Command('sluice')
    .description('Self-hosted, event-sourced workflow automation server')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', () => `\n${settingsHelp()}`)
    .showHelpAfterError('Run it with --help for all commands and options.')
    .exitOverride(({ exitCode: code }) => process.exit(code === 0 ? 0 : exitCode.usage));
  for (const add of commands) add(program);
  return program;
}
