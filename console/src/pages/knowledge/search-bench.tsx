import type { SearchResult } from '@sluice/client';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { searchBase } from '../../api/knowledge.js';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import list from '../../parts/list/list.module.css';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { foundWords, wordsInCommon } from './found-words.js';
import { tagsFrom } from './tag-lines.js';
import styles from './knowledge.module.css';

const counts = ['5', '10', '20', '50'] as const;

interface SearchBenchProps {
  readonly workspaceId: string;
  readonly baseId: string;
  readonly switcher: ReactNode;
  readonly onLook: (documentId: string) => void;
}

/** Tries a search as a workflow makes it, and shows what is found and why. */
export function SearchBench({ workspaceId, baseId, switcher, onLook }: SearchBenchProps): ReactNode {
  const [query, setQuery] = useState('');
  const [tags, setTags] = useState('');
  const [topK, setTopK] = useState<(typeof counts)[number]>('5');
  const [mode, setMode] = useState<'hybrid' | 'vector'>('hybrid');
  const read = tagsFrom(tags);
  const search = useMutation({
    mutationFn: () =>
      searchBase({
        workspaceId,
        knowledgeBaseIds: baseId,
        topK: Number(topK),
        searchMode: mode,
        ...(query.trim() === '' ? {} : { query }),
        ...('tags' in read && Object.keys(read.tags).length > 0 ? { tagFilters: read.tags } : {}),
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search.mutate();
  };
  return (
    <div className={list['frame']}>
      <div className={list['bar']}>{switcher}</div>
      <div className={styles['bench']}>
        <form className={styles['ask']} onSubmit={submit}>
          <TextField label="Search for" value={query} onChange={setQuery} problem={problemOf(search.error, 'query')} />
          <TextField
            label="Tags of the document"
            isOptional
            isLong
            value={tags}
            onChange={setTags}
            help="One on each line: team = sales. All must be equal."
            problem={'problem' in read ? read.problem : undefined}
          />
          <div className={styles['options']}>
            <Choice
              label="Search by"
              value={mode}
              options={[
                { value: 'hybrid', label: 'Meaning and words' },
                { value: 'vector', label: 'Meaning' },
              ]}
              onChange={setMode}
            />
            <Select label="Results" value={topK} options={counts.map((value) => ({ value, label: value }))} onChange={setTopK} />
            <Button type="submit" look="primary" isDisabled={'problem' in read} isPending={search.isPending}>
              Search
            </Button>
          </div>
        </form>
        {search.error !== null && <Problem error={search.error} />}
        {search.data !== undefined && (
          <section aria-label="Results" className={styles['results']}>
            <p role="status">{outcome(search.data.totalResults, search.data.searchMode)}</p>
            {search.data.results.map((result, index) => (
              <Result key={index} result={result} query={search.data.query} mode={search.data.searchMode} onLook={onLook} />
            ))}
          </section>
        )}
      </div>
    </div>
  );
}

const ways: Readonly<Record<string, string>> = {
  vector: 'by meaning',
  hybrid: 'by meaning and by words',
  words: 'by words, because this knowledge base has no embeddings',
  tags: 'by tags',
};

function outcome(count: number, mode: string): string {
  const what = count === 0 ? 'Nothing was found' : count === 1 ? '1 result was found' : `${count} results were found`;
  return `${what} ${ways[mode] ?? mode}.`;
}

interface ResultProps {
  readonly result: SearchResult;
  readonly query: string;
  readonly mode: string;
  readonly onLook: (documentId: string) => void;
}

function Result({ result, query, mode, onLook }: ResultProps): ReactNode {
  const { documentId, documentName, chunkIndex, content, similarity, metadata } = result;
  const tags = Object.entries(metadata).map(([name, value]) => `${name} = ${String(value)}`);
  return (
    <article className={styles['result']}>
      <header>
        <span className={styles['score']}>{similarity.toFixed(3)}</span>
        <AriaButton className={list['open'] ?? ''} onPress={() => onLook(documentId)}>
          <bdi>{documentName}</bdi>
        </AriaButton>
        <span className={styles['why']}>chunk {chunkIndex + 1}</span>
        {tags.length > 0 && <span className={styles['why']}>{tags.join(', ')}</span>}
      </header>
      <p dir="auto">
        {foundWords(content, query).map(({ text, isFound }, index) =>
          isFound ? (
            <mark key={index} className={styles['mark']}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
      <span className={styles['why']}>{reason(content, query, mode)}</span>
    </article>
  );
}

function reason(content: string, query: string, mode: string): string {
  if (mode === 'tags') return 'Found because of the tags of its document.';
  const { found, of } = wordsInCommon(content, query);
  const words = `${found} of ${of} ${of === 1 ? 'word' : 'words'} of the query ${found === 1 ? 'is' : 'are'} in the text`;
  if (mode === 'words') return `Found by words: ${words}.`;
  return found === 0 ? 'Found by meaning: no word of the query is in the text.' : `Found ${ways[mode] ?? mode}: ${words}.`;
}
