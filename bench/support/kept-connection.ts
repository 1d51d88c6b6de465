import { Agent, get } from 'node:http';

/** One client with one connection, which asks one thing after another and costs little itself. */
export class KeptConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const request = get(`${this.url}${path}`, { agent: this.#agent, headers: { 'x-api-key': this.apiKey } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
