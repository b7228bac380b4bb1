/** Thrown by readers of uploaded files. The message says what is wrong with the file, and what to do. */
export class FileRefusal extends Error {}
