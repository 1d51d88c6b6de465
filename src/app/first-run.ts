import type { INestApplication } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Config } from '#host/config/config.js';
import type { Logger } from '#host/logging/logger.js';
import { SystemCaller, type Caller } from '#kernel/caller.js';
import { BootstrapInstance, type FirstRun } from '#modules/identity/index.js';
import { DeployWorkflow, feeGateExample, ImportWorkflow } from '#modules/workflows/index.js';

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
      new ImportWorkflow(caller, metaOf(made), { workspaceId: made.workspaceId, workflow: feeGateExample, folderId: null }),
    );
    await commands.execute(new DeployWorkflow(caller, metaOf(made), workflow.id));
    return welcome(made.apiKey, config.baseUrl, workflow.id);
  } catch (error) {
    logger.error({ err: error }, 'The example workflow could not be deployed');
    return welcome(made.apiKey, config.baseUrl);
  }
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

function welcome(apiKey: string, base: string, workflowId?: string): string {
  const example =
    workflowId === undefined
      ? ''
      : `
  Run the example workflow:

    curl -s ${base}/api/workflows/${workflowId}/execute \\
      -H 'X-API-Key: ${apiKey}' \\
      -H 'Content-Type: application/json' \\
      -d '{"amount": 500, "customer": "Ada"}'
`;
  return `
  Sluice is ready at ${base}

  Your API key, shown this once:

    ${apiKey}
${example}`;
}
