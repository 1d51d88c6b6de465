import { Injectable } from '@nestjs/common';
import { validateDocument } from '#document/check/validate-document.js';
import { inTurns } from '#host/loop/turn.js';
import type { DocumentProblem, Findings, WorkflowDocument } from '#document/document.js';
import { BlockCatalogue } from '../../ports/block-catalogue.js';
import { DocumentReview } from '../../ports/document-review.js';
import { TriggerRegistrations } from '../../ports/trigger-registrations.js';

/** What a validation found. */
export interface ValidationReport {
  /** Whether the document can be deployed. */
  readonly valid: boolean;
  /** The problems that prevent the deployment of the document. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
}

/** A report that begins with the warnings of the parsing. */
export function withWarnings(parsing: Findings['warnings'], report: ValidationReport): ValidationReport {
  return { ...report, warnings: [...parsing, ...report.warnings] };
}

/** Finds the mistakes of documents, the same for drafts, validations and deployments. */
@Injectable()
export class DocumentCheck {
  constructor(
    private readonly catalogue: BlockCatalogue,
    private readonly reviews: DocumentReview,
    private readonly triggers: TriggerRegistrations,
  ) {}

  async report(document: WorkflowDocument, workspaceId: string): Promise<ValidationReport> {
    const structural = await inTurns(validateDocument(document, this.catalogue));
    const { problems, warnings }: Findings = await this.reviews.review(document, workspaceId);
    const all = [...structural, ...problems, ...(await this.triggers.problems(document, workspaceId))];
    return { valid: all.length === 0, problems: all, warnings: [...warnings, ...this.triggers.warnings(document)] };
  }
}
