import { readFile } from 'node:fs/promises';
import { place } from '@institute/contract/place';

const folder = new URL('../../modules/school/fees/import/statements/', import.meta.url);

/** The files are of operators of Uganda. They get the currency and the calling code of the place. */
export async function readSampleStatement(name: string): Promise<string> {
  const text = await readFile(new URL(name, folder), 'utf8');
  return text.replaceAll('UGX', place.currency).replaceAll(/(?<!\d)256(?=7)/g, place.callingCode);
}
