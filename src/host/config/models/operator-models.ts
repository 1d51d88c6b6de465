import { addressProblem, plainAddress } from '#kernel/models/provider-problems.js';
import { usualBaseUrls, usualIdleTimeoutMs, type ProviderKind } from '#kernel/models/model-provider.js';
import { readModelsFile, usualConcurrency, type ModelsFile, type OperatorProvider } from './models-file.js';
import { ProblemList } from '../problem-list.js';

type Environment = Readonly<Record<string, string | undefined>>;

export const modelsFileVariable = 'SLUICE_MODELS_FILE';
export const ollamaVariable = 'SLUICE_OLLAMA_URL';

/** Providers that one variable configures: with the name of the variable, the kind is also the id. */
export const shorthands = {
  SLUICE_OPENAI_API_KEY: 'openai',
  SLUICE_ANTHROPIC_API_KEY: 'anthropic',
  SLUICE_GOOGLE_API_KEY: 'google',
} as const satisfies Readonly<Record<string, ProviderKind>>;

/** The model providers of the operator: the file and the shorthands. The keys stay in the environment. */
export class OperatorModels {
  readonly #env: Environment;

  constructor(
    /** The file; undefined if there are shorthands only. */
    readonly path: string | undefined,
    env: Environment,
  ) {
    this.#env = env;
  }

  /** The file as it is now, with the shorthands behind its providers. @throws ProblemList with every problem */
  read(): ModelsFile {
    const file = this.path === undefined ? noFile : readModelsFile(this.path);
    const short = this.#shorthands();
    const taken = file.providers.flatMap(({ id, apiKeyEnv }, index) => {
      const rival = short.find((provider) => provider.id === id);
      if (rival === undefined || (rival.apiKeyEnv !== undefined && rival.apiKeyEnv === apiKeyEnv)) return [];
      return [`providers[${index}].id must not be ${id}, because ${rival.apiKeyEnv ?? ollamaVariable} configures a provider of that name`];
    });
    if (taken.length > 0) throw new ProblemList(taken);
    const listed = new Set(file.providers.map(({ id }) => id));
    return { ...file, providers: [...file.providers, ...short.filter(({ id }) => !listed.has(id))] };
  }

  /** The environment variables that the file names for keys; none if it cannot be read. */
  get variables(): readonly string[] {
    try {
      return this.read().providers.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
    } catch (error) {
      if (error instanceof ProblemList) return [];
      throw error;
    }
  }

  /** The key in an environment variable. It is a secret. */
  keyIn(variable: string): string | undefined {
    return this.#env[variable]?.trim() || undefined;
  }

  #shorthands(): readonly OperatorProvider[] {
    const vendors = Object.entries(shorthands).filter(([variable]) => this.keyIn(variable) !== undefined);
    const ollama = this.keyIn(ollamaVariable);
    // A bad address is a problem of the variable, which has reported it.
    const hasOllama = ollama !== undefined && addressProblem(ollama) === undefined;
    return [
      ...vendors.map(([variable, kind]) => provider({ id: kind, kind, baseUrl: usualBaseUrls[kind] ?? '', apiKeyEnv: variable })),
      ...(hasOllama ? [ollamaAt(ollama)] : []),
    ];
  }
}

const noFile: ModelsFile = { providers: [], default: undefined, allow: undefined, deny: [] };

/** Ollama answers in the dialect of OpenAI below `/v1`. The operator names the address, so that it may be private. */
function ollamaAt(address: string): OperatorProvider {
  const baseUrl = plainAddress(address);
  const short = { id: 'ollama', kind: 'openai-compatible', apiKeyEnv: undefined } as const;
  return {
    ...provider({ ...short, baseUrl: baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1` }),
    allowPrivate: true,
    lacks: ['tool-choice'],
  };
}

function provider(given: Pick<OperatorProvider, 'id' | 'kind' | 'baseUrl' | 'apiKeyEnv'>): OperatorProvider {
  const usual = { headers: {}, models: [], anyModel: true, allowPrivate: false, lacks: [] };
  return { ...usual, ...given, concurrency: usualConcurrency, idleTimeoutMs: usualIdleTimeoutMs };
}
