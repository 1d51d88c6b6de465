import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';

/** The values of texts in which authors name secrets. */
@Injectable()
export class WrittenSecrets {
  constructor(private readonly secrets: WorkspaceSecrets) {}

  /** Puts the secrets of the workspace in place of `{{NAME}}`. @throws DomainError invalid for a name that the workspace does not have */
  async expand(workspaceId: string, text: string): Promise<string> {
    if (!text.includes('{{')) return text;
    const known = await this.secrets.of(workspaceId);
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_written, name: string) => {
      const value = known.get(name);
      if (value === undefined) throw invalidField([], `The workspace has no secret ${name}`);
      return value;
    });
  }
}
