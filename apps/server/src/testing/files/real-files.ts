import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its README says how each file was made. */
const REAL_FILES_FOLDER = join(import.meta.dirname, '../real-files');

type RealFilesFolder = 'accepted-pdfs' | 'refused-pdfs' | 'photos';

export const listRealFiles = (folder: RealFilesFolder): string[] =>
  readdirSync(join(REAL_FILES_FOLDER, folder)).sort();

export const readRealFile = (folder: RealFilesFolder, name: string): Buffer =>
  readFileSync(join(REAL_FILES_FOLDER, folder, name));
