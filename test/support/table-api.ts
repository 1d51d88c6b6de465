import type supertest from 'supertest';
import type { JsonObject } from '#kernel/json.js';
import type { TestApp } from './test-app.js';

export interface ColumnWish {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly indexed?: boolean;
}

let tables = 0;

/** A table and what one does with it over HTTP, with the key of the first user. */
export class TableClient {
  private constructor(
    private readonly server: TestApp,
    readonly id: string,
  ) {}

  /** A table of the first workspace with these columns; texts unless they say otherwise. */
  static async create(server: TestApp, columns: readonly ColumnWish[], name = `table_${(tables += 1)}`): Promise<TableClient> {
    const body = {
      workspaceId: server.first.workspaceId,
      name,
      schema: { columns: columns.map((column) => ({ type: 'string', ...column })) },
    };
    const answer = await server.as(server.first.apiKey).post('/api/v1/tables').send(body).expect(200);
    return new TableClient(server, answer.body.data.table.id as string);
  }

  get path(): string {
    return `/api/v1/tables/${this.id}`;
  }

  send(method: 'post' | 'put' | 'patch' | 'delete', path: string, body: JsonObject): supertest.Test {
    const request = this.#as()[method](this.path + path);
    return request.send({ workspaceId: this.server.first.workspaceId, ...body });
  }

  get(path = '', query: Readonly<Record<string, string | number | boolean>> = {}): supertest.Test {
    const request = this.#as().get(this.path + path);
    return request.query({ workspaceId: this.server.first.workspaceId, ...query });
  }

  async insert(data: JsonObject): Promise<{ id: string; data: JsonObject; position: number; createdAt: string; updatedAt: string }> {
    return (await this.send('post', '/rows', { data }).expect(200)).body.data.row;
  }

  async insertAll(rows: readonly JsonObject[]): Promise<{ id: string }[]> {
    return (await this.send('post', '/rows', { rows }).expect(200)).body.data.rows;
  }

  /** The data of the rows that a filter finds. */
  async find(filter: JsonObject = {}, more: Readonly<Record<string, string | number | boolean>> = {}): Promise<JsonObject[]> {
    const { body } = await this.get('/rows', { filter: JSON.stringify(filter), ...more }).expect(200);
    return (body.data.rows as { data: JsonObject }[]).map(({ data }) => data);
  }

  async look(): Promise<{ rowCount: number; maxRows: number; schema: { columns: object[] } }> {
    return (await this.get().expect(200)).body.data.table;
  }

  #as() {
    return this.server.as(this.server.first.apiKey);
  }
}

/** The statuses of some answers, the lowest first. */
export function statusesOf(answers: readonly { readonly status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}
