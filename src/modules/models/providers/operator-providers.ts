import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import type { ModelsFile } from '#host/config/models/models-file.js';
import { ProblemList } from '#host/config/problem-list.js';
import { Logger } from '#host/logging/logger.js';
import { onFileChanged } from '#host/config/models/watched-file.js';
import type { ModelPolicy } from '#kernel/models/model-policy.js';
import type { Provider } from '../domain/provider.js';

/** The providers of the operator, as SLUICE_MODELS_FILE and the shorthands have them now. */
@Injectable()
export class OperatorProviders implements OnModuleInit, OnModuleDestroy {
  #file: ModelsFile;
  #providers: readonly Provider[];
  #stopWatching: (() => void) | undefined;

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    this.#file = config.models.read();
    this.#providers = providersOf(this.#file);
  }

  onModuleInit(): void {
    this.#reportMissingKeys();
    this.#stopWatching = onFileChanged(this.config.models.path, () => this.reload());
  }

  onModuleDestroy(): void {
    this.#stopWatching?.();
  }

  get providers(): readonly Provider[] {
    return this.#providers;
  }

  /** The model that an empty name means. */
  get default(): string | undefined {
    return this.#file.default;
  }

  get policy(): ModelPolicy {
    const { allow, deny } = this.#file;
    return { deny, ...(allow === undefined ? {} : { allow }) };
  }

  /** It is a secret. */
  keyOf({ keyName }: Provider): string | undefined {
    return keyName === undefined ? undefined : this.config.models.keyIn(keyName);
  }

  /** Reads the file again. A bad one is reported, and the former stays. */
  reload(): void {
    const { path } = this.config.models;
    try {
      this.#file = this.config.models.read();
      this.#providers = providersOf(this.#file);
    } catch (error) {
      if (!(error instanceof ProblemList)) throw error;
      this.logger.error({ path, problems: error.problems }, 'The models file was refused; the former one stays in use');
      return;
    }
    this.logger.info({ path, providers: this.#providers.map(({ id }) => id) }, 'The models file was read');
    this.#reportMissingKeys();
  }

  #reportMissingKeys(): void {
    for (const provider of this.#providers) {
      if (provider.keyName === undefined || this.keyOf(provider) !== undefined) continue;
      this.logger.warn({ provider: provider.id, variable: provider.keyName }, 'The key of a model provider is not set');
    }
  }
}

function providersOf({ providers }: ModelsFile): readonly Provider[] {
  return providers.map(({ apiKeyEnv, allowPrivate, ...settings }) => ({
    ...settings,
    name: settings.id,
    source: 'operator',
    keyName: apiKeyEnv,
    allowsPrivate: allowPrivate,
  }));
}
