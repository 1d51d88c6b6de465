import type { Config } from '#host/config/config.js';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { requireMetricsPort } from '#edge/gate/metrics-port.js';
import { ReservedPort } from '#edge/gate/reserved-port.js';
import { openStorage } from '../open-storage.js';
import { affordableProcesses } from './affordable-processes.js';
import { placesOf } from './process-plan.js';
import { Supervisor } from './supervisor.js';

/** The processes of a server. */
export interface Processes {
  readonly logger: Logger;
  readonly count: number;
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Beyond the time that a process gives to its work. */
const lastStepsMs = 5_000;

/**
 * Starts several processes on one port, and the embedded database if none is configured. When `stopped` aborts, the processes that have started finish
 * their work. @returns undefined when the connections are enough for one only @throws ChildFailed, and the reason of `stopped`
 */
export async function startProcesses(config: Config, wanted: number, stopped: AbortSignal): Promise<Processes | undefined> {
  // A port that is taken is refused before anything is created.
  const reserved = await ReservedPort.listen(config);
  try {
    return await startAt(reserved, config, wanted, stopped);
  } finally {
    reserved.close();
  }
}

async function startAt(reserved: ReservedPort, config: Config, wanted: number, stopped: AbortSignal): Promise<Processes | undefined> {
  const { port } = reserved;
  await requireMetricsPort(config);
  const logger = createLogger(config);
  const storage = await openStorage(config, logger);
  try {
    const patience = { forMs: config.databaseWaitMs, report: (message: string) => logger.warn(message), signal: stopped };
    const count = await affordableProcesses(storage.connectionString, wanted, config, patience);
    if (count === 1) {
      await storage.close();
      return undefined;
    }
    const { databaseDir, connectionString, encryptionKey, filesDir } = storage;
    const supervisor = new Supervisor({
      places: placesOf(count),
      settings: {
        SLUICE_PROCESSES: '1',
        PORT: String(port),
        DATABASE_URL: connectionString,
        SLUICE_ENCRYPTION_KEY: encryptionKey,
        SLUICE_FILES_DIR: config.filesDir ?? filesDir,
        ...(databaseDir === undefined ? {} : { PROCESS_DATABASE_DIR: databaseDir, SLUICE_DATA_DIR: databaseDir }),
      },
      stopMs: config.drainNoticeMs + config.drainTimeoutMs + lastStepsMs,
      logger,
    });
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await storage.close();
    };
    const stopEarly = (): void => {
      logger.info({ signal: String(stopped.reason) }, 'Stopping before all processes were ready');
      void supervisor.stop();
    };
    stopped.addEventListener('abort', stopEarly, { once: true });
    stopped.throwIfAborted();
    // Until now no other program could take the port while the database was awaited.
    reserved.close();
    await supervisor.start().catch(async (error: unknown) => {
      await supervisor.stop();
      throw error;
    });
    stopped.removeEventListener('abort', stopEarly);
    return { logger, count, reload: () => supervisor.reload(), stop };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
