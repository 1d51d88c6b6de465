import type { Response } from 'supertest';
import { eventually } from '../eventually.js';
import type { TestApp } from '../test-app.js';

/** A client of a knowledge base in the first workspace, with the key of the owner. */
export class KnowledgeApi {
  constructor(
    readonly server: TestApp,
    readonly id: string,
  ) {}

  static async create(server: TestApp, name: string, more: object = {}): Promise<KnowledgeApi> {
    const { workspaceId, apiKey } = server.first;
    const { body } = await server
      .as(apiKey)
      .post('/api/v1/knowledge')
      .send({ workspaceId, name, ...more })
      .expect(200);
    return new KnowledgeApi(server, body.data.knowledgeBase.id as string);
  }

  get client(): ReturnType<TestApp['as']> {
    return this.server.as(this.server.first.apiKey);
  }

  get workspaceId(): string {
    return this.server.first.workspaceId;
  }

  /** The address of a part of the knowledge base, with its workspace. */
  url(path = '', query = ''): string {
    return `/api/v1/knowledge/${this.id}${path}?workspaceId=${this.workspaceId}${query}`;
  }

  async upload(filename: string, content: string | Buffer, tags?: object): Promise<Response> {
    const request = this.client.post(`/api/v1/knowledge/${this.id}/documents`).field('workspaceId', this.workspaceId);
    if (tags !== undefined) void request.field('tags', JSON.stringify(tags));
    return request.attach('file', Buffer.from(content), filename);
  }

  async document(documentId: string): Promise<Record<string, unknown>> {
    const { body } = await this.client.get(this.url(`/documents/${documentId}`)).expect(200);
    return body.data.document as Record<string, unknown>;
  }

  /** Waits until a document is completed or has failed. */
  async settled(documentId: string): Promise<Record<string, unknown>> {
    return eventually(async () => {
      const document = await this.document(documentId);
      if (document.processingStatus !== 'completed' && document.processingStatus !== 'failed') {
        throw new Error(`The document is ${String(document.processingStatus)}: ${String(document.processingError)}`);
      }
      return document;
    }, 40_000);
  }

  /** Uploads a document and waits until it is processed. @returns its id */
  async add(filename: string, content: string | Buffer, tags?: object): Promise<string> {
    const { body } = await this.upload(filename, content, tags);
    const id = body.data.document.id as string;
    await this.settled(id);
    return id;
  }

  async search(query: string | undefined, more: object = {}): Promise<Response> {
    const search = { workspaceId: this.workspaceId, knowledgeBaseIds: this.id, ...(query === undefined ? {} : { query }), ...more };
    return this.client.post('/api/v1/knowledge/search').send(search);
  }

  /** The names of the documents that a search finds, best match first. */
  async found(query: string | undefined, more: object = {}): Promise<string[]> {
    const { body } = await this.search(query, more);
    return (body.data.results as { documentName: string }[]).map(({ documentName }) => documentName);
  }
}
