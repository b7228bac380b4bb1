/** Where applications wait on this device. */
export const SAVED_DATABASE = 'saved-applications';

/** None is made on a device where nothing was ever saved. */
export async function mayHaveSaved(): Promise<boolean> {
  const known = await indexedDB.databases?.();
  return known === undefined || known.some(({ name }) => name === SAVED_DATABASE);
}
