import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import type { Write } from '#ledger/rows/read-model.js';
import { SecretBox, SecretBoxError } from '#host/secrets/secret-box.js';
import { environmentVariable } from './environment-variable.entity.js';

/** The variables of a workspace after decryption. */
export interface OpenedVariables {
  readonly values: ReadonlyMap<string, string>;
  readonly isDeleted: boolean;
  /** The variables that cannot be decrypted, by name, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Seals and opens values. A value opens only as the variable of the workspace that it was sealed for. */
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

  /** Empty for a deleted workspace. */
  async setSince(workspaceId: string, since: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ name: string }>({
      name: 'variables_set_since',
      text: 'select name from environment_variable where workspace_id = $1 and updated_at >= $2',
      values: [workspaceId, since],
    });
    return new Set(rows.map(({ name }) => name));
  }

  async open(workspaceId: string): Promise<OpenedVariables> {
    const { rows } = await this.pool.query<Variable & { is_deleted: boolean }>({
      name: 'open_environment',
      text: `select v.name, v.ciphertext, e.workspace_id is not null as is_deleted
             from (values ($1::uuid)) asked (workspace_id) left join ended_environment e using (workspace_id)
             left join environment_variable v on v.workspace_id = asked.workspace_id and e.workspace_id is null`,
      values: [workspaceId],
    });
    const values = new Map<string, string>();
    const unreadable = new Map<string, string>();
    for (const { name, ciphertext } of rows.filter(isVariable)) {
      try {
        values.set(name, this.box.decrypt(ciphertext, placeOfVariable({ workspaceId, name })));
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        unreadable.set(name, error.message);
      }
    }
    return { values, isDeleted: rows[0]?.is_deleted === true, unreadable };
  }

  /** Deletes the variables of deleted workspaces. */
  forgetEnded(): Promise<void> {
    return deleteInSteps(this.pool, 'environment_variable', 'workspace_id in (select workspace_id from ended_environment)', []);
  }
}

/** A variable, or a null name if the workspace has none. */
type Variable = { readonly name: string; readonly ciphertext: string } | { readonly name: null };

function isVariable<Row extends Variable>(row: Row): row is Exclude<Row, { readonly name: null }> {
  return row.name !== null;
}

/** The context that a value is sealed with: it opens only as this variable of this workspace. */
export function placeOfVariable({ workspaceId, name }: { readonly workspaceId: string; readonly name: string }): string {
  return `environment/${workspaceId}/${name}`;
}
