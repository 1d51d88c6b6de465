import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { knowledgeDocument, mostAttempts } from './knowledge-document.decider.js';
import {
  KnowledgeDocumentAttemptFailed,
  KnowledgeDocumentChanged,
  KnowledgeDocumentDeleted,
  KnowledgeDocumentFailed,
  KnowledgeDocumentProcessed,
  KnowledgeDocumentProcessingStarted,
  KnowledgeDocumentRead,
  KnowledgeDocumentReprocessingRequested,
  KnowledgeDocumentUploaded,
} from './knowledge-document.events.js';

const at = '2026-01-05T10:00:00.000Z';
const upload = {
  knowledgeBaseId: 'b1',
  workspaceId: 'ws1',
  filename: 'guide.md',
  fileSize: 10,
  objectKey: 'abc',
  tags: { team: 'ops' },
  workId: 'w1',
  uploadedBy: 'u1',
};
const uploaded = KnowledgeDocumentUploaded({ ...upload, mimeType: 'text/markdown', at });
const started = KnowledgeDocumentProcessingStarted({ at });
const counts = { characterCount: 5, tokenCount: 2, chunkCount: 1, at };
const read = KnowledgeDocumentRead(counts);
const processed = KnowledgeDocumentProcessed({ run: 1, embeddingModel: null, at });
const failed = KnowledgeDocumentFailed({ error: 'no', at });
const attemptFailed = KnowledgeDocumentAttemptFailed({ error: 'no', at });
const again = KnowledgeDocumentReprocessingRequested({ workId: 'w2', run: 2, at });
const deleted = KnowledgeDocumentDeleted({ at });

describe('a document', () => {
  it('is trimmed in its name and gets the media type of its extension', () => {
    given(knowledgeDocument, [])
      .when({ type: 'upload', upload: { ...upload, filename: ' guide.md ' }, at })
      .then([uploaded]);
  });

  it.each([
    '',
    '..',
    'a/',
    'a/b.md',
    'C:\\docs\\guide.md',
    'a%2fb.md',
    'con.md',
    'x\u200b.md',
    '\u202efdp.md',
    'x'.repeat(300) + '.md',
    'a\u0007.md',
  ])('is rejected under the name %j', (filename) => {
    given(knowledgeDocument, [])
      .when({ type: 'upload', upload: { ...upload, filename }, at })
      .refuses('VALIDATION_FAILED');
  });

  it('is rejected when its type is unknown', () => {
    given(knowledgeDocument, [])
      .when({ type: 'upload', upload: { ...upload, filename: 'a.exe' }, at })
      .refuses('UNSUPPORTED_MEDIA_TYPE');
  });

  it('starts, is read and completes, each once', () => {
    given(knowledgeDocument, [uploaded]).when({ type: 'start', at }).then([started]);
    given(knowledgeDocument, [uploaded, started]).when({ type: 'start', at }).then([]);
    given(knowledgeDocument, [uploaded, started])
      .when({ type: 'read', ...counts })
      .then([read]);
    given(knowledgeDocument, [uploaded, started, read])
      .when({ type: 'read', ...counts })
      .then([]);
    given(knowledgeDocument, [uploaded, started, read]).when({ type: 'complete', embeddingModel: null, at }).then([processed]);
    given(knowledgeDocument, [uploaded, started, read, processed]).when({ type: 'complete', embeddingModel: null, at }).then([]);
  });

  it('is read again by an attempt that finds other chunks than the one before', () => {
    const other = { ...counts, chunkCount: 2 };
    given(knowledgeDocument, [uploaded, started, read, attemptFailed])
      .when({ type: 'read', ...other })
      .then([KnowledgeDocumentRead(other)]);
  });

  it('is retried after a failure, up to the maximum number of attempts', () => {
    const fail = { type: 'fail', error: 'no', final: false, at } as const;
    given(knowledgeDocument, [uploaded, started]).when(fail).then([attemptFailed]);
    const attempts = Array.from({ length: mostAttempts - 1 }, () => attemptFailed);
    given(knowledgeDocument, [uploaded, started, ...attempts])
      .when(fail)
      .then([failed]);
  });

  it('fails at once where trying again would not help', () => {
    given(knowledgeDocument, [uploaded, started]).when({ type: 'fail', error: 'no', final: true, at }).then([failed]);
  });

  it('is reprocessed on request, unless it is being processed', () => {
    const reprocess = { type: 'reprocess', workId: 'w2', at } as const;
    given(knowledgeDocument, [uploaded, started, failed]).when(reprocess).then([again]);
    given(knowledgeDocument, [uploaded, started, read, processed]).when(reprocess).then([again]);
    given(knowledgeDocument, [uploaded]).when(reprocess).refuses('CONFLICT', 'The document is already being processed');
    given(knowledgeDocument, [uploaded, started, failed, again]).when({ type: 'start', at }).then([started]);
  });

  it('records only changed fields', () => {
    given(knowledgeDocument, [uploaded])
      .when({ type: 'change', changes: { filename: 'guide.html', enabled: true, tags: { team: 'ops' } }, at })
      .then([KnowledgeDocumentChanged({ filename: 'guide.html', mimeType: 'text/html', at })]);
  });

  it('is not found once it has been deleted', () => {
    given(knowledgeDocument, [uploaded]).when({ type: 'delete', at }).then([deleted]);
    given(knowledgeDocument, [uploaded, deleted]).when({ type: 'delete', at }).refuses('NOT_FOUND', 'Document not found');
  });
});
