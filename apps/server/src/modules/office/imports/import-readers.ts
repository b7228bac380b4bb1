import { contentTypes } from '@institute/contract';
import { postCategories } from '@institute/contract/posts.constants';
import * as z from 'zod';
import type { FileReader } from '../../../background/read-in-worker.ts';

/** The worker reads a file of up to 200 MB twice, while the main thread stores its items. */
const fileReaderLimits = { path: 'file', timeoutMs: 10 * 60 * 1000, heapMb: 256 };

const readItemSchema = z.object({
  source: z.string(),
  type: z.enum(contentTypes),
  title: z.string(),
  input: z.record(z.string(), z.unknown()),
  paths: z.array(z.string()),
  pictures: z.array(z.string()),
  category: z.string().nullable(),
  standsFor: z.enum(['home', 'posts']).nullable(),
});
const leftOutItemsSchema = z.object({ what: z.string(), count: z.int(), titles: z.array(z.string()) });

const readPartSchema = z.object({
  base: z.string(),
  items: z.array(readItemSchema),
  leftOut: z.array(leftOutItemsSchema),
  files: z.array(z.object({ address: z.string(), title: z.string(), paths: z.array(z.string()) })),
  lists: z.array(z.object({ from: z.string(), category: z.enum(postCategories).nullable() })),
  menu: z.array(
    z.object({
      title: z.string(),
      source: z.string().nullable(),
      address: z.string().nullable(),
      isBelow: z.boolean(),
    }),
  ),
});
export const wordPressReader: FileReader<z.output<typeof readPartSchema>> = {
  ...fileReaderLimits,
  module: new URL('./wordpress-items.reader.ts', import.meta.url),
  result: readPartSchema,
  advice: 'Export posts and pages each by themselves, or for some years each.',
};

const csvRowSchema = z.object({ line: z.int(), fields: z.record(z.string(), z.unknown()) });
export const csvReader: FileReader<z.output<typeof csvRowSchema>> = {
  ...fileReaderLimits,
  module: new URL('./csv-file.reader.ts', import.meta.url),
  result: csvRowSchema,
  advice: 'Import it in parts.',
};

const pictureSchema = z.object({ key: z.string(), bytes: z.instanceof(Uint8Array) });
export const pictureReader: FileReader<z.output<typeof pictureSchema>> = {
  ...fileReaderLimits,
  module: new URL('./picture-archive.reader.ts', import.meta.url),
  result: pictureSchema,
  advice: 'Make a zip with fewer pictures. The others are fetched from the old site.',
};
