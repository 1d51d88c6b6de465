import { Module } from '@nestjs/common';
import { ApiKeyGuard } from './http/api-key.guard.js';
import { CallerCache } from './http/caller-cache.js';
import { FailedKeys } from './http/failed-keys.js';
import { PresentedKeys } from './http/presented-keys.js';
import { KeyLookup } from './queries/key-lookup.js';

const guard = [ApiKeyGuard, PresentedKeys, CallerCache, FailedKeys, KeyLookup];

/** Who may do what: organizations, users, workspaces, API keys, and the guard that tells callers apart. */
@Module({ providers: [...guard], exports: [ApiKeyGuard] })
export class IdentityModule {}
