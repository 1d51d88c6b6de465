/** What is selected on the canvas. */
export interface Selection {
  readonly blocks: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}
