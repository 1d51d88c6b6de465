import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeProvider, type FakeProvider } from '#cli/models/fake/fake-provider.js';
import { modelsFile, usualModels } from '#cli/models/fake/models-file.js';
import { modelNames } from '#cli/models/fake/scenarios/catalogue.js';
import type { Scenarios } from '#cli/models/fake/scenarios/scenario.js';

/** The test provider of models in this process, with what it was asked. */
export interface FakeModels extends FakeProvider {
  /** Settings with which a server asks it: `fake/<scenario>`, `fake-openai/…`, `fake-anthropic/…` and `fake-google/…` are its models, all with a price. */
  readonly env: { readonly SLUICE_MODELS_FILE: string };
}

/** Starts it on a free port. `more` are scenarios of one test. */
export async function startFakeModels(more: Scenarios = {}): Promise<FakeModels> {
  const provider = await startFakeProvider({ more });
  const directory = await mkdtemp(join(tmpdir(), 'sluice-models-'));
  const file = join(directory, 'models.json');
  await writeFile(file, JSON.stringify(modelsFile(provider.url, [...new Set([...modelNames(), ...usualModels])])));
  return {
    url: provider.url,
    log: provider.log,
    env: { SLUICE_MODELS_FILE: file },
    stop: async () => {
      await provider.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
