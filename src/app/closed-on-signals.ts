import { constants } from 'node:os';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Opens what would outlive this process. A signal that ends the process closes it first, also while it is being opened. */
export async function closedOnSignals<Opened extends { close(): Promise<void> }>(opening: Promise<Opened>): Promise<Opened> {
  const end = (signal: (typeof endings)[number]): void => {
    const closed = opening.then((opened) => opened.close()).catch(() => undefined);
    void closed.finally(() => process.exit(128 + constants.signals[signal]));
  };
  const forget = (): void => endings.forEach((signal) => process.off(signal, end));
  for (const signal of endings) process.on(signal, end);
  try {
    const opened = await opening;
    return { ...opened, close: () => opened.close().finally(forget) };
  } catch (error) {
    forget();
    throw error;
  }
}
