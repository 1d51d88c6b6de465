import type { INestApplication } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { commandName } from '#host/program/command-name.js';
import type { Config } from '#host/config/config.js';
import { hasConsoleBuild } from '#host/project-file.js';
import type { Logger } from '#host/logging/logger.js';
import { SystemCaller, type Caller } from '#kernel/caller.js';
import { BootstrapInstance, FirstPerson, MakeSetupLink, OperatorKeys, type FirstRun } from '#modules/identity/index.js';
import { feeGateExample } from '#document/fee-gate-example.js';
import { DeployWorkflow, ImportWorkflow } from '#modules/workflows/index.js';

/**
 * On an empty installation, creates an organization, its owner, a workspace, a key and a deployed example.
 * @returns the text to show, with the key for the only time; undefined on a later start
 */
export async function prepareFirstRun(app: INestApplication, config: Config, logger: Logger): Promise<string | undefined> {
  const commands = app.get(CommandBus, { strict: false });
  const made = await commands.execute(new BootstrapInstance(config.bootstrapEmail, config.bootstrapApiKey));
  if (made === undefined) return undefined;
  try {
    const caller = ownerOf(made);
    const { workflow } = await commands.execute(
      new ImportWorkflow(caller, metaOf(made), {
        workspaceId: made.workspaceId,
        workflow: feeGateExample,
        folderId: null,
        keepPaths: false,
      }),
    );
    await commands.execute(new DeployWorkflow(caller, metaOf(made), workflow.id));
    return welcome(made.apiKey, config, workflow.id);
  } catch (error) {
    logger.error({ err: error }, 'The example workflow could not be deployed');
    return welcome(made.apiKey, config);
  }
}

/**
 * Until a user has a password: a link with which the first person chooses one. Without pages, no link is made: it would lead nowhere, so the
 * text says what works.
 * @returns the text to show
 */
export async function setupNotice(
  app: INestApplication,
  { baseUrl, console: pages }: Pick<Config, 'baseUrl' | 'console'>,
  hasPages = hasConsoleBuild(),
): Promise<string | undefined> {
  if (await app.get(FirstPerson, { strict: false }).isThere()) return undefined;
  if (pages === 'off') return withoutConsole;
  if (!hasPages)
    return `  The console is not built. npm run build creates it; ${commandName} setup-link then prints the link to sign in.\n`;
  const link = await app.get(CommandBus, { strict: false }).execute(new MakeSetupLink());
  if (link === undefined) return undefined;
  return `  Sign in with a browser; the link counts once, until ${link.expiresAt}:

    ${baseUrl}/setup#${link.token}
`;
}

const withoutConsole = `  The console is switched off (SLUICE_CONSOLE=off), so no page signs people in. The API and ${commandName} work with an API key;
  ${commandName} keys recover creates one. To sign in with a browser, start a server with SLUICE_CONSOLE=on on the same database.
`;

/** What the operator should know about their keys at a start that is not the first one: without a key that works, the server serves no one. */
export async function adviceOnKeys(app: INestApplication): Promise<string | undefined> {
  const standing = await app.get(OperatorKeys, { strict: false }).standing();
  const remedy = `${commandName} keys recover creates one`;
  if (standing === 'none') return `No operator has an API key that works. ${remedy}`;
  return standing === 'unused' ? `No operator has used an API key yet. If the first key is lost, ${remedy}` : undefined;
}

function ownerOf({ userId, organizationId, workspaceId }: FirstRun): Caller {
  return new SystemCaller({
    userId,
    isOperator: true,
    account: { userId, organizationId, plan: null },
    organizations: new Map([[organizationId, 'owner']]),
    workspaces: new Map([[workspaceId, { permission: 'admin', organizationId, allowsPersonalKeys: true }]]),
  });
}

function metaOf({ userId, keyId }: FirstRun): { actorId: string; keyId: string } {
  return { actorId: userId, keyId };
}

function welcome(apiKey: string, { baseUrl: base, bootstrapApiKey: chosen }: Config, workflowId?: string): string {
  const example =
    workflowId === undefined
      ? ''
      : `
  Run the example workflow:

    curl -s ${base}/api/workflows/${workflowId}/execute \\
      -H ${chosen === undefined ? `'X-API-Key: ${apiKey}'` : '"X-API-Key: $SLUICE_BOOTSTRAP_API_KEY"'} \\
      -H 'Content-Type: application/json' \\
      -d '{"amount": 500, "customer": "Ada"}'
`;
  // A key that the operator has chosen is known to them, and must not get into the log of a service manager.
  const key =
    chosen === undefined
      ? `  Your API key, shown this once:

    ${apiKey}
`
      : '  Your API key is the value of SLUICE_BOOTSTRAP_API_KEY.\n';
  return `
  Sluice is ready at ${base}

${key}${example}`;
}
