import type { FileStore } from '../database/backup/file-store.ts';
import { openUploadFiles } from '../modules/platform/uploads/storage.service.ts';
import { openPageFiles } from '../modules/school/applicant-documents/page-store.service.ts';

const PAGES = 'documents/';

/** Every file of the product. Those of applicants' documents have a path of their own. */
export function openStoredFiles(config: Parameters<typeof openUploadFiles>[0]): FileStore {
  const uploads = openUploadFiles(config);
  const pages = openPageFiles(config);
  const choose = <T>(folder: string, use: (store: FileStore, folder: string) => T): T =>
    folder.startsWith(PAGES) ? use(pages, folder.slice(PAGES.length)) : use(uploads, folder);
  const joinLists = async (list: (store: FileStore) => ReturnType<FileStore['list']>) => [
    ...(await list(uploads)),
    ...(await list(pages)).map((file) => ({ ...file, folder: PAGES + file.folder })),
  ];
  return {
    place: uploads.place === pages.place ? uploads.place : `${uploads.place} and ${pages.place}`,
    named: (client) => joinLists((store) => store.named(client)),
    list: () => joinLists((store) => store.list()),
    read: (folder, name) => choose(folder, (store, its) => store.read(its, name)),
    has: (folder, name) => choose(folder, (store, its) => store.has(its, name)),
    write: (folder, files) => choose(folder, (store, its) => store.write(its, files)),
  };
}
