/** An export is not complete, or not as it was sent. The message says where and why. */
export class ExportBroken extends Error {
  override name = 'ExportBroken';
}
