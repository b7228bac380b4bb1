import type { FileStore } from '../database/backup/file-store.ts';
import { openUploadFiles } from '../modules/platform/uploads/storage.service.ts';
import { openPageFiles } from '../modules/school/applicant-documents/page-store.service.ts';

const DOCUMENT_PAGES_FOLDER = 'documents/';

/** Every file of the product. Those of applicants' documents have a path of their own. */
export function openStoredFiles(config: Parameters<typeof openUploadFiles>[0]): FileStore {
  const uploadFileStore = openUploadFiles(config);
  const documentPageStore = openPageFiles(config);
  const useStoreOfFolder = <T>(folder: string, use: (store: FileStore, folder: string) => T): T =>
    folder.startsWith(DOCUMENT_PAGES_FOLDER)
      ? use(documentPageStore, folder.slice(DOCUMENT_PAGES_FOLDER.length))
      : use(uploadFileStore, folder);
  const joinListsOfBothStores = async (list: (store: FileStore) => ReturnType<FileStore['list']>) => [
    ...(await list(uploadFileStore)),
    ...(await list(documentPageStore)).map((file) => ({
      ...file,
      folder: DOCUMENT_PAGES_FOLDER + file.folder,
    })),
  ];
  return {
    place:
      uploadFileStore.place === documentPageStore.place
        ? uploadFileStore.place
        : `${uploadFileStore.place} and ${documentPageStore.place}`,
    named: (client) => joinListsOfBothStores((store) => store.named(client)),
    list: () => joinListsOfBothStores((store) => store.list()),
    read: (folder, name) => useStoreOfFolder(folder, (store, its) => store.read(its, name)),
    has: (folder, name) => useStoreOfFolder(folder, (store, its) => store.has(its, name)),
    write: (folder, files) => useStoreOfFolder(folder, (store, its) => store.write(its, files)),
  };
}
