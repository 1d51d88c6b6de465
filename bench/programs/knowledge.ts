import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { makeCorpus, type Corpus } from '../support/knowledge-corpus.js';
import type { BenchOptions } from '../support/options.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';

const mostPassages = 10_000;
const passagesInDocument = 250;
const questionCount = 200;

/** How often a search finds what a question is about, how long it takes, and how fast documents come in. */
export async function knowledge({ runs }: BenchOptions): Promise<Section> {
  const passages = Math.min(mostPassages, runs);
  const corpus = makeCorpus(passages, Math.min(questionCount, passages));
  const provider = await startProvider(corpus);
  const bed = await TestBed.open();
  try {
    const { port } = provider.address() as AddressInfo;
    const words = await filled(await bed.server('words'), corpus);
    const both = await filled(
      await bed.server('embeddings', { SLUICE_EMBEDDINGS_URL: `http://127.0.0.1:${port}`, SLUICE_OUTBOUND_ALLOW: '127.0.0.1/32' }),
      corpus,
    );
    const rows = [
      await measured('words, no embeddings', words, corpus, { searchMode: 'hybrid' }),
      await measured('words, misspelt', words, corpus, { searchMode: 'hybrid', misspelt: true }),
      await measured('embeddings, exact', both, corpus, { searchMode: 'vector' }),
      await measured('both, joined by rank', both, corpus, { searchMode: 'hybrid' }),
    ];
    const pace = [words, both].map(({ seconds }) => round(passages / seconds));
    return {
      title: `Knowledge: ${passages} passages`,
      columns: ['search', 'recall@10', 'p50 ms', 'p99 ms'],
      rows,
      notes: [
        `Questions name 4 of the 12 things that a passage is about, one name in three being the same. One client, ${corpus.questions.length} questions.`,
        `Ingestion, in documents of ${passagesInDocument} passages: ${pace[0]} passages/s without embeddings, ${pace[1]} with them (a provider that answers at once).`,
      ],
    };
  } finally {
    await bed.close();
    provider.close();
  }
}

interface Filled {
  readonly server: Subject;
  readonly workspaceId: string;
  readonly knowledgeBaseId: string;
  readonly seconds: number;
}

async function filled(server: Subject, { passages }: Corpus): Promise<Filled> {
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const workspaceId = workspaces.data[0]?.id ?? '';
  const chunkingConfig = { maxSize: 320, minSize: 1, overlap: 0 };
  const made = await server.call('POST', '/api/v1/knowledge', { workspaceId, name: 'Bench', chunkingConfig });
  const knowledgeBaseId = (made.body as { data: { knowledgeBase: { id: string } } }).data.knowledgeBase.id;
  const startedAt = performance.now();
  for (let first = 0; first < passages.length; first += passagesInDocument) {
    const form = new FormData();
    form.set('workspaceId', workspaceId);
    form.set('file', new Blob([passages.slice(first, first + passagesInDocument).join('\n\n')]), `part-${first}.txt`);
    const headers = { 'x-api-key': benchKey };
    const response = await fetch(`${server.url}/api/v1/knowledge/${knowledgeBaseId}/documents`, { method: 'POST', headers, body: form });
    if (response.status !== 200) throw new Error(`A document was refused: ${await response.text()}`);
  }
  const unfinished = async (): Promise<boolean> => {
    const path = `/api/v1/knowledge/${knowledgeBaseId}/documents?workspaceId=${workspaceId}&limit=1&sortBy=processingStatus&sortOrder=desc`;
    const { body } = (await server.call('GET', path)) as { body: { data: { documents: { processingStatus: string }[] } } };
    return body.data.documents[0]?.processingStatus !== 'completed';
  };
  while (await unfinished()) await new Promise((resolve) => setTimeout(resolve, 100));
  return { server, workspaceId, knowledgeBaseId, seconds: (performance.now() - startedAt) / 1000 };
}

interface How {
  readonly searchMode: string;
  readonly misspelt?: boolean;
}

async function measured(
  name: string,
  { server, workspaceId, knowledgeBaseId }: Filled,
  { questions }: Corpus,
  { searchMode, misspelt = false }: How,
): Promise<(string | number)[]> {
  const times: number[] = [];
  let found = 0;
  for (const question of questions) {
    const query = misspelt ? question.misspelt : question.text;
    const startedAt = performance.now();
    const { body } = await server.call('POST', '/api/v1/knowledge/search', {
      workspaceId,
      knowledgeBaseIds: knowledgeBaseId,
      query,
      topK: 10,
      searchMode,
    });
    times.push(performance.now() - startedAt);
    const { results } = (body as { data: { results: { content: string }[] } }).data;
    if (results.some(({ content }) => content.includes(`Passage${question.passage} `))) found += 1;
  }
  return [name, round(found / questions.length, 3), round(quantile(times, 0.5), 1), round(quantile(times, 0.99), 1)];
}

/** Knows which names mean the same, and answers at once. */
async function startProvider({ embed }: Corpus): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: embed(text) })) }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
