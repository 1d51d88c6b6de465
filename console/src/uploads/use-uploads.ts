import { SluiceError } from '@sluice/client';
import { useRef, useState } from 'react';
import { sessionEnd } from '../api/shared.js';
import { assertReadable } from './readable.js';

export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly sentBytes: number;
  /** Of a failed upload. */
  readonly error?: unknown;
}

export interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

export interface Uploads {
  readonly items: readonly UploadItem[];
  readonly add: (files: readonly File[]) => void;
  readonly retry: (item: UploadItem) => void;
  /** Ends an upload, or removes what is left of one. */
  readonly remove: (item: UploadItem) => void;
  readonly clear: () => void;
  /** Ends all uploads. */
  readonly stop: () => void;
}

let created = 0;

/** Uploads of a page, one after the other in the order in which they were added. @param send resolves when the server has the file */
export function useUploads(send: (file: File, sending: Sending) => Promise<void>): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const ends = useRef(new Map<string, AbortController>());
  const last = useRef(Promise.resolve());

  const change = (id: string, part: Partial<UploadItem>): void =>
    setItems((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const run = async (id: string, file: File, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    change(id, { state: 'sending' });
    try {
      await assertReadable(file);
      await send(file, { signal, onProgress: (sentBytes) => change(id, { sentBytes }) });
      change(id, { state: 'done', sentBytes: file.size });
    } catch (error) {
      if (error instanceof SluiceError && error.status === 401) sessionEnd.set(true);
      change(id, { state: 'failed', error });
    }
  };
  const start = (id: string, file: File): void => {
    const end = new AbortController();
    ends.current.set(id, end);
    last.current = last.current.then(() => run(id, file, end.signal));
  };

  return {
    items,
    add: (files) => {
      const added = files.map((file): UploadItem => ({ id: `upload-${(created += 1)}`, file, state: 'waiting', sentBytes: 0 }));
      setItems((all) => [...all, ...added]);
      for (const { id, file } of added) start(id, file);
    },
    retry: ({ id, file }) => {
      change(id, { state: 'waiting', sentBytes: 0, error: undefined });
      start(id, file);
    },
    remove: ({ id }) => {
      ends.current.get(id)?.abort();
      setItems((all) => all.filter((each) => each.id !== id));
    },
    stop: () => {
      for (const end of ends.current.values()) end.abort();
    },
    clear: () => setItems((all) => all.filter(({ state }) => state !== 'done')),
  };
}
