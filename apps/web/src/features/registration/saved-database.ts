/** IndexedDB database of the registrations that wait for a connection. */
export const SAVED_DATABASE = 'saved-applications';

/** Does not create the database on a device that has never saved anything. */
export async function mayHaveSaved(): Promise<boolean> {
  const known = await indexedDB.databases?.();
  return known === undefined || known.some(({ name }) => name === SAVED_DATABASE);
}
