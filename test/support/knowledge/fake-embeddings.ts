import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const dimension = 8;
/** The number of tokens that it reports for every text. */
const tokensOfText = 3;

/** Groups of synonyms. All other words have no meaning. */
const meanings: readonly (readonly string[])[] = [
  ['cat', 'cats', 'kitten', 'feline', 'purring'],
  ['car', 'automobile', 'vehicle', 'driving'],
  ['money', 'refund', 'reimbursement', 'payback'],
];

/** An OpenAI-compatible endpoint that knows a few synonyms. */
export interface FakeEmbeddings {
  readonly env: Readonly<Record<string, string>>;
  /** Statuses of the responses before the next success. */
  readonly refusals: number[];
  readonly calls: { readonly model: string; readonly input: readonly string[]; readonly authorization: string | undefined }[];
  /** Requests wait for it while it is set. */
  hold: Promise<void> | undefined;
  close(): Promise<void>;
}

export async function startFakeEmbeddings(): Promise<FakeEmbeddings> {
  const refusals: number[] = [];
  const calls: FakeEmbeddings['calls'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { model, input } = JSON.parse(await bodyOf(request)) as { model: string; input: string[] };
      calls.push({ model, input, authorization: request.headers.authorization });
      await fake.hold;
      const refusal = refusals.shift();
      response.statusCode = refusal ?? 200;
      response.setHeader('content-type', 'application/json');
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embed(text) }));
      const usage = { total_tokens: tokensOfText * input.length };
      response.end(JSON.stringify(refusal === undefined ? { object: 'list', data, model, usage } : { error: { message: 'no' } }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    SLUICE_EMBEDDINGS_URL: `http://127.0.0.1:${port}/v1`,
    SLUICE_EMBEDDINGS_MODEL: 'synonyms-8',
    SLUICE_EMBEDDINGS_API_KEY: 'sk-embeddings-secret',
    SLUICE_OUTBOUND_ALLOW: '127.0.0.1/32',
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const fake: FakeEmbeddings = { env, refusals, calls, hold: undefined, close };
  return fake;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

function embed(text: string): number[] {
  const vector = Array.from({ length: dimension }, () => 0.01);
  for (const word of text.toLowerCase().split(/\W+/)) {
    const meaning = meanings.findIndex((words) => words.includes(word));
    if (meaning !== -1) vector[meaning] = (vector[meaning] ?? 0) + 1;
  }
  return vector;
}
