import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import type { Json } from '#kernel/json.js';
import { FindFile, ReadFile, WriteFile, type FileView } from '#modules/files/index.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { KnowledgeOperations, type SearchResult } from '#modules/knowledge/index.js';
import {
  DeleteRows,
  GetTable,
  InsertRows,
  QueryRows,
  UpdateRows,
  UpsertRow,
  type DeletedRows,
  type DeletedSelection,
  type InsertedRows,
  type NewRows,
  type RowAnswer,
  type RowQuestion,
  type TableAccess,
  type TableView,
  type UpdatedRows,
  type UpsertedRow,
} from '#modules/tables/index.js';
import { runFile } from './run-file.js';
import type { KnowledgeQuestion, NewKnowledge, NewRunFile, RunData, RunFile, RunFileContent, RunIdentity } from '#blocks/data/run-data.js';

/** Gives runs the tables, knowledge bases and files of their workspaces, as the modules that keep them do. */
@Injectable()
export class WorkspaceData {
  constructor(
    readonly commands: CommandBus,
    readonly queries: QueryBus,
    readonly knowledge: KnowledgeOperations,
    readonly plans: OrganizationPlans,
    readonly allowance: StorageAllowance,
    readonly config: Config,
  ) {}

  of(run: RunIdentity): RunData {
    return new DataOfRun(this, run);
  }
}

class DataOfRun implements RunData {
  constructor(
    private readonly modules: WorkspaceData,
    private readonly run: RunIdentity,
  ) {}

  async table(tableId: string): Promise<TableView> {
    return this.modules.queries.execute(new GetTable(await this.#access(tableId)));
  }

  async queryRows(tableId: string, question: RowQuestion): Promise<RowAnswer> {
    return this.modules.queries.execute(new QueryRows(await this.#access(tableId), question));
  }

  async insertRows(tableId: string, rows: NewRows, effectKey: string): Promise<InsertedRows> {
    return this.modules.commands.execute(new InsertRows(await this.#access(tableId), rows, effectKey));
  }

  async upsertRow(tableId: string, row: { data: Json; conflictTarget?: string | undefined }, effectKey: string): Promise<UpsertedRow> {
    return this.modules.commands.execute(new UpsertRow(await this.#access(tableId), row, effectKey));
  }

  async updateRows(tableId: string, update: { filter: Json; data: Json; limit: number }, effectKey: string): Promise<UpdatedRows> {
    return this.modules.commands.execute(new UpdateRows(await this.#access(tableId), update, effectKey));
  }

  async deleteRows(tableId: string, selection: DeletedSelection, effectKey: string): Promise<DeletedRows> {
    return this.modules.commands.execute(new DeleteRows(await this.#access(tableId), selection, effectKey));
  }

  searchKnowledge(question: KnowledgeQuestion): Promise<readonly SearchResult[]> {
    const { workspaceId, accountId, workflowId } = this.run;
    return this.modules.knowledge.search({ ...question, workspaceId, accountId, workflowId });
  }

  async addKnowledge(document: NewKnowledge, effectKey: string): Promise<string> {
    const { workspaceId, userId, accountId } = this.run;
    const account = await this.modules.allowance.ofAccount(accountId);
    return this.modules.knowledge.upload({ ...document, workspaceId, account, uploadedBy: userId, meta: this.#meta, effectKey });
  }

  async file(reference: string): Promise<RunFile> {
    return this.#seen(await this.modules.queries.execute(new FindFile(this.run.workspaceId, reference)));
  }

  async readFile(reference: string, most: number): Promise<RunFileContent> {
    const { file, bytes } = await this.modules.queries.execute(new ReadFile(this.run.workspaceId, reference, most));
    return { file: this.#seen(file), bytes };
  }

  async writeFile(file: NewRunFile, effectKey: string): Promise<RunFile> {
    const { workspaceId, accountId } = this.run;
    return this.#seen(await this.modules.commands.execute(new WriteFile({ ...file, workspaceId, accountId, meta: this.#meta }, effectKey)));
  }

  get #meta(): { actorId: string; correlationId: string } {
    return { actorId: this.run.userId, correlationId: this.run.executionId };
  }

  async #access(tableId: string): Promise<TableAccess> {
    const { workspaceId, executionId, userId, accountId } = this.run;
    const plan = (await this.modules.plans.given([accountId])).get(accountId) ?? null;
    return { workspaceId, tableId, by: { run: { executionId, actorId: userId, plan } } };
  }

  #seen(file: FileView): RunFile {
    return runFile(file, this.modules.config.baseUrl);
  }
}
