import { InvalidArgumentError, type Command } from 'commander';
import { commandName } from '#host/program/command-name.js';
import { CommandFailed } from '../failure.js';
import { jsonOption, workspaceOption, type RemoteOptions } from '../remote/options.js';
import { print } from '../terminal.js';

const examplePort = 4010;

export function addModels(program: Command): void {
  const models = program.command('models').description('list and test language models, and run a provider for tests');
  const remote = (name: string): Command => models.command(name).addOption(workspaceOption()).addOption(jsonOption());
  remote('list')
    .description('the models that a workspace may use, with their prices')
    .action(async (options: RemoteOptions) => (await import('./available-models.js')).listModels(options));
  remote('test')
    .description('ask a provider, or the provider of a model, whether it answers and takes the key')
    .argument('<name>', 'name of a provider or of a model')
    .action(async (name: string, options: RemoteOptions) => (await import('./available-models.js')).testModel(name, options));
  models
    .command('fake')
    .description('run a provider for tests and for trying agents: each model does what its name says, and nothing leaves this machine')
    .option('--port <port>', 'the port; 0 for a free one', portOf, examplePort)
    .option('--host <address>', 'the address to listen at; others than 127.0.0.1 are open to your network, without a key', '127.0.0.1')
    .option('--list', 'print the models and what each of them does')
    .action(fake);
}

interface FakeOptions {
  readonly port: number;
  readonly host: string;
  readonly list?: boolean;
}

async function fake({ port, host, list = false }: FakeOptions): Promise<void> {
  if (list) return printScenarios();
  const [{ startFakeProvider }, { modelsFileText }] = await Promise.all([
    import('./fake/fake-provider.js'),
    import('./fake/models-file.js'),
  ]);
  const { url, stop } = await startFakeProvider({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new CommandFailed(`Port ${port} of ${host} is in use: choose another one with --port`);
    throw new CommandFailed(`${host} port ${port} cannot be used: ${error.message}`);
  });
  let stopping: Promise<unknown> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (stopping ??= Promise.resolve(stop())));
  print(`Models are answered at ${url}/v1 (OpenAI, Anthropic) and ${url}/v1beta (Gemini). Do not send real keys: requests are kept.

A file for SLUICE_MODELS_FILE${port === examplePort ? ', the same as examples/models.fake.json' : ''}:

${modelsFileText(url)}

A request:

  curl ${url}/v1/chat/completions -H 'Content-Type: application/json' \\
    -d '{"model": "echo", "stream": true, "messages": [{"role": "user", "content": "Hello"}]}'

What was asked: ${url}/_fake/requests, connections: ${url}/_fake/sockets. All models: ${commandName} models fake --list. Ctrl-C ends it.`);
}

async function printScenarios(): Promise<void> {
  const [{ scenarios }, { tableText }] = await Promise.all([import('./fake/scenarios/catalogue.js'), import('../text/table-text.js')]);
  const rows = Object.entries(scenarios).map(([name, { takes = '', about }]) => [`${name}${takes}`, about]);
  print(tableText(['MODEL', 'WHAT IT DOES'], rows));
}

function portOf(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('it must be a number from 0 to 65535');
}
