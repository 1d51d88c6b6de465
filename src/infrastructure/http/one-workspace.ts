import type { Request } from 'express';
import { invalidField } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';

/** Refuses a request that names one workspace in its address and another in its body: who reads the one would act on the other. @throws DomainError invalid */
export function refuseTwoWorkspaces({ url, query, body }: Pick<Request, 'url' | 'query'> & { readonly body?: unknown }): void {
  if (!url.includes('?') || !isJsonObject(body)) return;
  const [inAddress, inBody] = [query['workspaceId'], body['workspaceId']];
  if (inAddress === undefined || inBody === undefined || inAddress === inBody) return;
  throw invalidField('workspaceId', 'workspaceId must be the same in the address and in the body', 'conflict');
}
