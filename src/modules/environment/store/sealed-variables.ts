import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#infrastructure/housekeeping/delete-in-steps.js';
import type { Write } from '#infrastructure/projections/read-model.js';
import { SecretBox, SecretBoxError } from '#infrastructure/secrets/secret-box.js';
import { environmentVariable } from './environment-variable.entity.js';

/** The variables of a workspace as they could be opened. */
export interface OpenedVariables {
  readonly values: ReadonlyMap<string, string>;
  /** Those whose value cannot be opened, by name, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Values on their way into the table and out of it. Each opens only as what it was sealed as: this variable of this workspace. */
@Injectable()
export class SealedVariables {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  sealed({ value, ...key }: { workspaceId: string; name: string; value: string }, updatedAt: string): Write {
    return environmentVariable.put({ ...key, ciphertext: this.box.encrypt(value, placeOfVariable(key)), updatedAt });
  }

  removed(key: { workspaceId: string; name: string }): Write {
    return environmentVariable.remove(key);
  }

  /** Empty for a workspace that is deleted. */
  async open(workspaceId: string): Promise<OpenedVariables> {
    const { rows } = await this.pool.query<{ name: string; ciphertext: string }>({
      name: 'open_environment',
      text: `select name, ciphertext from environment_variable
             where workspace_id = $1 and not exists (select from ended_environment where workspace_id = $1)`,
      values: [workspaceId],
    });
    const values = new Map<string, string>();
    const unreadable = new Map<string, string>();
    for (const { name, ciphertext } of rows) {
      try {
        values.set(name, this.box.decrypt(ciphertext, placeOfVariable({ workspaceId, name })));
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        unreadable.set(name, error.message);
      }
    }
    return { values, unreadable };
  }

  /** Deletes what deleted workspaces have left behind. */
  forgetEnded(): Promise<void> {
    return deleteInSteps(this.pool, 'environment_variable', 'workspace_id in (select workspace_id from ended_environment)', []);
  }
}

/** What a value is sealed as: it opens as this variable of this workspace only. */
export function placeOfVariable({ workspaceId, name }: { readonly workspaceId: string; readonly name: string }): string {
  return `environment/${workspaceId}/${name}`;
}
