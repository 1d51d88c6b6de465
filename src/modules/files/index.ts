export { FilesModule } from './files.module.js';
export { FileDeleted, FileUploaded } from './domain/file.events.js';
