import type { Command } from 'commander';
import { addAudit } from './storage/audit/audit.command.js';
import { addBackup } from './storage/backup.command.js';
import { addCompletion } from './completion/completion.command.js';
import { addDoctor } from './doctor/doctor.command.js';
import { addKeys } from './storage/keys.command.js';
import { addLogs } from './remote/runs/log/logs.command.js';
import { addMigrate } from './storage/upgrade/migrate.command.js';
import { addModels } from './models/models.command.js';
import { addLogin } from './profiles/login.command.js';
import { addProjections } from './storage/projections.command.js';
import { addRestore } from './storage/restore.command.js';
import { addRetention } from './storage/retention.command.js';
import { addRun } from './remote/runs/run.command.js';
import { addSetupLink } from './storage/sign-in-links.command.js';
import { addStart } from './start.command.js';
import { addAnswer } from './remote/control/answer.command.js';
import { addControl } from './remote/control/control.command.js';
import { addEnvironment } from './remote/data/environment.command.js';
import { addFiles } from './remote/data/files.command.js';
import { addMemory } from './remote/data/memory.command.js';
import { addTables } from './remote/data/tables.command.js';
import { addDeliveries } from './remote/control/deliveries.command.js';
import { addTriggers } from './remote/control/triggers.command.js';
import { addUpgrade } from './storage/upgrade/upgrade.command.js';
import { addUsers } from './remote/data/users.command.js';
import { addWorkflows } from './remote/workflows.command.js';

/** Every command, in the order of the help. */
export const allCommands: readonly ((program: Command) => void)[] = [
  addStart,
  addSetupLink,
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
  addUpgrade,
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
