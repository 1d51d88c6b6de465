import { createHash } from 'node:crypto';
import type { WorkflowDocument } from '#document/document.js';
import { canonicalJson } from '#kernel/text/canonical-json.js';

/** SHA-256 of a document, whatever the order of its members. */
export function documentDigest(document: WorkflowDocument): string {
  return createHash('sha256').update(canonicalJson(document)).digest('base64url');
}
