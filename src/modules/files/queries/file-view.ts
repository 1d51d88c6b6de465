/** A file that is there. */
export interface FileView {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** What its sender claimed. */
  readonly mediaType: string;
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly objectKey: string;
  readonly uploadedBy: string | null;
  /** ISO 8601. */
  readonly uploadedAt: string;
}
