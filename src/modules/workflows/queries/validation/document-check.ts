import { Injectable } from '@nestjs/common';
import { validateDocument } from '#document/check/validate-document.js';
import type { DocumentProblem, Findings, WorkflowDocument } from '#document/document.js';
import { BlockCatalogue } from '../../ports/block-catalogue.js';
import { DocumentReview } from '../../ports/document-review.js';

/** What a validation found. */
export interface ValidationReport {
  /** Whether the document can be deployed. */
  readonly valid: boolean;
  /** The problems that prevent the deployment of the document. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
}

/** Finds the mistakes of documents, the same for drafts, validations and deployments. */
@Injectable()
export class DocumentCheck {
  constructor(
    private readonly catalogue: BlockCatalogue,
    private readonly reviews: DocumentReview,
  ) {}

  async report(document: WorkflowDocument, workspaceId: string): Promise<ValidationReport> {
    const structural = validateDocument(document, this.catalogue);
    const { problems, warnings }: Findings = await this.reviews.review(document, workspaceId);
    const all = [...structural, ...problems];
    return { valid: all.length === 0, problems: all, warnings };
  }
}
