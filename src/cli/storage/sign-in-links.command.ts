import type { Command } from 'commander';
import { jsonOption } from '../remote/options.js';
import { complain, print, printJson } from '../terminal.js';

interface LinkOptions {
  readonly json?: boolean;
}

export function addSetupLink(program: Command): void {
  program
    .command('setup-link')
    .description('print a one-time link with which the first person chooses a password, beside running servers')
    .addOption(jsonOption())
    .action((options: LinkOptions) => showLink('setup', options));
}

/** `sluice users recover`. */
export function recoverUser(email: string, options: LinkOptions): Promise<void> {
  return showLink({ email }, options);
}

async function showLink(wanted: 'setup' | { readonly email: string }, { json }: LinkOptions): Promise<void> {
  const [{ withStorage }, { onEventStore }, { linkMaker }, { hasConsoleBuild }] = await Promise.all([
    import('./with-storage.js'),
    import('./on-event-store.js'),
    import('#modules/identity/index.js'),
    import('#host/project-file.js'),
  ]);
  const made = await withStorage((storage) =>
    onEventStore(storage, async (means) => {
      const page = wanted === 'setup' ? 'setup' : 'recover';
      const maker = linkMaker(means);
      const { token, ...rest } =
        wanted === 'setup' ? { ...(await maker.setup()), secondFactorRemoved: undefined } : await maker.recovery(wanted.email);
      return { link: `${means.config.baseUrl}/${page}#${token}`, isOff: means.config.console === 'off', ...rest };
    }),
  );
  // JSON leaves out what is undefined: a first person has no second factor.
  if (json === true) return printJson({ link: made.link, expiresAt: made.expiresAt, secondFactorRemoved: made.secondFactorRemoved });
  print(made.link);
  complain(`The link counts once, until ${made.expiresAt}.`);
  if (made.secondFactorRemoved === true) complain('The second factor of the user was removed: they sign in with the password alone.');
  if (made.isOff) complain('The console is switched off (SLUICE_CONSOLE=off): the link works at a server of this database that serves it.');
  else if (!hasConsoleBuild()) complain('The console is not built, so the link opens no page: run npm run build.');
}
