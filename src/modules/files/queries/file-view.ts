/** A file that has not been deleted. */
export interface FileView {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The media type that the client declared. */
  readonly mediaType: string;
  /** The SHA-256 of the bytes in hexadecimal. */
  readonly objectKey: string;
  readonly uploadedBy: string | null;
  /** The address of the link by which a person uploaded it without a key. */
  readonly uploadedByEmail: string | null;
  /** ISO 8601. */
  readonly uploadedAt: string;
}
