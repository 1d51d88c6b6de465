import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { FindFile, ReadFile, WriteFile, type FileView } from '#modules/files/index.js';
import { DocumentTexts } from '#modules/knowledge/index.js';
import type { RunFile, WorkspaceFiles } from '#blocks/ports/files.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import { runFile } from './run-file.js';

/** The files of the workspaces of runs, as the module of files keeps them. */
@Injectable()
export class RunFiles {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly config: Config,
    private readonly texts: DocumentTexts,
  ) {}

  of({ workspaceId, executionId, userId, accountId }: RunIdentity): WorkspaceFiles {
    const { commands, queries } = this;
    const meta = { actorId: userId, correlationId: executionId };
    const seen = (file: FileView): RunFile => runFile(file, this.config.baseUrl);
    return {
      file: async (reference) => seen(await queries.execute(new FindFile(workspaceId, reference))),
      readFile: async (reference, most) => {
        const { file, bytes } = await queries.execute(new ReadFile(workspaceId, reference, most));
        return { file: seen(file), bytes };
      },
      textOf: async (reference, most, signal) => {
        const { file, bytes } = await queries.execute(new ReadFile(workspaceId, reference, most));
        return this.texts.of(file.name, bytes, signal);
      },
      writeFile: async (file, effectKey) =>
        seen(await commands.execute(new WriteFile({ ...file, workspaceId, accountId, meta }, effectKey))),
    };
  }
}
