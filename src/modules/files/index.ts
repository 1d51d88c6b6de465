export { FilesModule } from './files.module.js';
export { DeleteFile } from './commands/delete-file.command.js';
export { WriteFile, type FileOfRun } from './commands/write-file.command.js';
export { FileBatches, type BatchFile, type FileBatch } from './commands/file-batches.js';
export { FileWriter, type StagedFile } from './commands/file-writer.js';
export type { FileView } from './queries/file-view.js';
export { FindFile } from './queries/find-file.query.js';
export { ReadFile } from './queries/read-file.query.js';
