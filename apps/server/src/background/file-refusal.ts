/** Thrown by a reader of files: what is wrong with the file, and what to do. */
export class FileRefusal extends Error {}
