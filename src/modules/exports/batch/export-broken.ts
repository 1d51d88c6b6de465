/** An export is incomplete or differs from what was sent. The message says where and why. */
export class ExportBroken extends Error {
  override name = 'ExportBroken';
}
