import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { FileStore } from '../../database/file-store.ts';
import { errorCode, StartError } from '../../errors.ts';
import { fileName, storedWidths } from './image.ts';
import { openImageStore } from './image-store.ts';
import { placeOf, uploadsPath } from './upload-path.ts';

interface Row {
  url: string;
  width: number;
  bytes: number;
}

export function storedFiles(config: Pick<Config, 'dataDir' | 's3Url'>): FileStore {
  const store = openImageStore(config);
  const place = config.s3Url ? 'the object store of S3_URL' : join(config.dataDir, 'uploads');
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new StartError(`${place} cannot be used (${reasonOf(error)})`, { cause: error });
    });

  return {
    place,
    named: async (client) => {
      const { rows } = await client.query<Row>(
        'SELECT url, width, bytes FROM uploads WHERE starts_with(url, $1) ORDER BY id',
        [`${uploadsPath}/`],
      );
      return rows.flatMap(({ url, width, bytes }) => {
        const { folder, file } = placeOf(url);
        return storedWidths(width)
          .map(fileName)
          .map((name) => ({ folder, name, ...(name === file && { bytes }) }));
      });
    },
    list: () => explained(store.list()),
    read: (folder, name) => explained(store.read(folder, name)),
    has: (folder, name) => explained(store.has(folder, name)),
    write: (folder, files) => explained(store.write(folder, files)),
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}
