import { CommandFailed } from '../failure.js';
import { onWorkspace } from '../remote/on-workspace.js';
import type { RemoteOptions } from '../remote/options.js';
import { complain, print, printJson } from '../terminal.js';

/** Prints the models that the workspace may use. */
export async function listModels(options: RemoteOptions): Promise<void> {
  const { tableText } = await import('../text/table-text.js');
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { data } = await client.models.list({ workspaceId });
    if (options.json === true) return printJson(data);
    if (data.length === 0)
      return complain('No model is known by name. Set SLUICE_MODELS_FILE or create a model provider; see docs/models.md');
    const rows = data.map(({ name, aliases, source, contextWindow, prices }) => [
      [name, ...aliases].join(', '),
      source,
      String(contextWindow ?? '?'),
      prices === null ? 'unknown' : `${prices.input} / ${prices.output}`,
    ]);
    print(tableText(['MODEL', 'SOURCE', 'CONTEXT', '$ PER MILLION IN / OUT'], rows));
  });
}

/** Asks a provider, or the provider of a model, and prints what it found. @throws CommandFailed if the test fails */
export async function testModel(name: string, options: RemoteOptions): Promise<void> {
  await onWorkspace(options, async ({ client }, workspaceId) => {
    const { data } = await client.models.test({ workspaceId, name });
    if (options.json === true) printJson(data);
    if (!data.ok) throw new CommandFailed(`${name}: ${data.error ?? 'the test failed'}`);
    if (options.json === true) return;
    const has = data.model === null ? '' : `, has the model ${data.model}`;
    const listed = data.models === undefined ? '' : `, lists ${data.models.length} models`;
    print(`The provider ${data.provider} answered in ${data.latencyMs} ms${has}${listed}`);
  });
}
