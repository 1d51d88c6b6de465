import { Command } from 'commander';
import { settingsHelp } from '#host/config/help.js';
import { exitCode } from './failure.js';
import { addAudit } from './storage/audit.command.js';
import { addBackup } from './storage/backup.command.js';
import { addCompletion } from './completion/completion.command.js';
import { addDoctor } from './doctor/doctor.command.js';
import { addKeys } from './storage/keys.command.js';
import { addLogs } from './remote/runs/log/logs.command.js';
import { addMigrate } from './storage/migrate.command.js';
import { addModels } from './models/models.command.js';
import { addLogin } from './profiles/login.command.js';
import { packageVersion } from '#host/package-version.js';
import { addProjections } from './storage/projections.command.js';
import { chooseServer } from './read-config.js';
import { addRestore } from './storage/restore.command.js';
import { addRetention } from './storage/retention.command.js';
import { addRun } from './remote/runs/run.command.js';
import { addStart } from './start.command.js';
import { addAnswer } from './remote/control/answer.command.js';
import { addControl } from './remote/control/control.command.js';
import { addEnvironment } from './remote/data/environment.command.js';
import { addFiles } from './remote/data/files.command.js';
import { addMemory } from './remote/data/memory.command.js';
import { addTables } from './remote/data/tables.command.js';
import { addDeliveries } from './remote/control/deliveries.command.js';
import { addTriggers } from './remote/control/triggers.command.js';
import { addUsers } from './remote/data/users.command.js';
import { addWorkflows } from './remote/workflows.command.js';

const commands = [
  addStart,
  addLogin,
  addRun,
  addControl,
  addAnswer,
  addWorkflows,
  addTriggers,
  addDeliveries,
  addEnvironment,
  addTables,
  addFiles,
  addMemory,
  addUsers,
  addDoctor,
  addMigrate,
  addModels,
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
export function createProgram(args: readonly string[] = process.argv.slice(2)): Command {
  const program = new Command('sluice');
  program
    .description('Self-hosted, event-sourced workflow automation server')
    // The program takes its options behind a command too, and `replay --version` is the version of a workflow.
    .version(packageVersion(), args.includes('replay') ? '-v' : '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--profile <name>', 'the server and the key that sluice login stored under this name')
    .option('--url <address>', 'the server; overrides the profile and SLUICE_URL')
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', () => chooseServer(program.opts()))
    .addHelpText('after', () => `\n${settingsHelp()}`)
    .showHelpAfterError('Run it with --help for all commands and options.')
    .exitOverride(({ exitCode: code }) => process.exit(code === 0 ? 0 : exitCode.usage));
  for (const add of commands) add(program);
  return program;
}
